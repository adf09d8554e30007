import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DRIVEN_FROM_OUTSIDE, offencesOf, type Rule, type Source, SQL_TOOLS } from './layering';

const SRC = join(__dirname, '..', '..', 'src');

const sources: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.(spec|d)\.ts$|^backoffice\/web\//.test(path))
  .map((path) => ({ path: `src/${path}`, text: readFileSync(join(SRC, path), 'utf8') }));
const offences = sources.flatMap(offencesOf);

const REASONS: Readonly<Record<Rule, string>> = {
  sql: 'SQL and calls of the ORM are in repositories',
  transactions: 'transactions are opened by use cases, tasks, processors and the command line',
  controllers: 'controllers are given use cases and readers',
  roles: 'what is injected has one role, and its file the same',
  doors: 'the door of a feature shows no entity, repository or lifecycle',
  inserts: 'every INSERT names its columns',
};

describe('The layers (architecture.md, the grammar of names)', () => {
  it.each(Object.entries(REASONS) as [Rule, string][])('%s: %s', (rule) => {
    const wrong = offences.filter((one) => one.rule === rule).map(({ path, what }) => `${path}: ${what}`);
    expect(wrong).toEqual([]);
  });

  it('every writer that is driven from outside is there', () => {
    const gone = Object.keys(DRIVEN_FROM_OUTSIDE).filter(
      (file) => !sources.some(({ path }) => path === file),
    );
    expect(gone).toEqual([]);
  });

  it('every tool that may query is there', () => {
    const gone = Object.keys(SQL_TOOLS).filter((tool) => !sources.some(({ path }) => path.startsWith(tool)));
    expect(gone).toEqual([]);
  });

  it.each<[Rule, string, string, string]>([
    ['sql', 'src/charges/charge.reader.ts', `import { DataSource } from 'typeorm';`, 'imports typeorm'],
    ['sql', 'src/charges/a.use-case.ts', 'const a = tx.findOneBy(Charge, {});', 'tx.findOneBy()'],
    ['sql', 'src/charges/a.use-case.ts', 'const a = this.dataSource.query(b);', 'dataSource.query()'],
    ['sql', 'src/charges/a.service.ts', 'const a = client.query(b);', 'client.query()'],
    [
      'sql',
      'src/charges/a.reader.ts',
      'const a = reading.createQueryBuilder();',
      'reading.createQueryBuilder()',
    ],
    [
      'sql',
      'src/charges/a.use-case.ts',
      'const a = this.dataSource.manager.createQueryBuilder();',
      'manager.createQueryBuilder()',
    ],
    ['sql', 'src/charges/a.service.ts', 'const A = `\n  SELECT id FROM charges`;', 'SQL'],
    ['sql', 'src/charges/a.service.ts', 'const A = `UPDATE charges AS c SET id = ${id}`;', 'SQL'],
    [
      'transactions',
      'src/charges/charge.lifecycle.ts',
      'class ChargeLifecycle { constructor(private readonly transactions: TxRunner) {} }',
      'ChargeLifecycle is given TxRunner',
    ],
    [
      'transactions',
      'src/charges/charges.controller.ts',
      'class ChargesController { constructor(private readonly a: Idempotency) {} }',
      'ChargesController is given Idempotency',
    ],
    [
      'controllers',
      'src/charges/charges.controller.ts',
      `@Controller('a') class ChargesController { constructor(private readonly a: ChargeRepository) {} }`,
      'ChargesController is given ChargeRepository',
    ],
    ['roles', 'src/charges/a.ts', '@Injectable() class Charges {}', 'Charges has no role'],
    [
      'roles',
      'src/charges/create-charge.ts',
      '@Injectable() class CreateChargeUseCase {}',
      'CreateChargeUseCase is not in a file *.use-case.ts',
    ],
    [
      'roles',
      'src/charges/create-charge.use-case.ts',
      '@Injectable() class CreateChargeUseCase { execute() {} run() {} private other() {} }',
      'CreateChargeUseCase has run beside execute',
    ],
    ['doors', 'src/charges/index.ts', `export { Charge } from './charge.entity';`, './charge.entity'],
    [
      'doors',
      'src/charges/index.ts',
      `export type { ChargeRepository } from './charge.repository';`,
      './charge.repository',
    ],
    [
      'inserts',
      'src/charges/charge.repository.ts',
      'const A = `INSERT INTO charges SELECT * FROM a`;',
      'INSERT INTO charges S',
    ],
    [
      'inserts',
      'src/charges/charge.repository.ts',
      `const A = 'INSERT INTO charges VALUES (1)';`,
      'INSERT INTO charges V',
    ],
  ])('%s: finds it in %s: %s', (rule, path, text, what) => {
    expect(offencesOf({ path, text })).toContainEqual({ rule, path, what });
  });

  it('finds nothing in what keeps them', () => {
    const text = `
      import type { Tx } from '../database';
      const A = \`INSERT INTO charges AS c (id) SELECT id FROM a\`;
      @Injectable() class ChargeRepository { insert(tx: Tx) { return tx.insert(Charge, {}); } }`;
    expect(offencesOf({ path: 'src/charges/charge.repository.ts', text })).toEqual([]);
    const useCase = `@Injectable() class CreateChargeUseCase {
      constructor(private readonly transactions: TxRunner) {}
      execute() { return this.transactions.run((tx) => this.charges.insert(tx)); } }`;
    expect(offencesOf({ path: 'src/charges/create-charge.use-case.ts', text: useCase })).toEqual([]);
  });
});
