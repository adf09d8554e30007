import { startService, type TestService } from '../support';

/** Tables that belong to no one merchant, each with the reason (decision 0022). A whole schema is named with an asterisk. */
const GLOBAL: Readonly<Record<string, string>> = {
  merchants: 'the tenants themselves: their id is what is merchant_id elsewhere',
  api_key_owners: 'so that no two merchants have one public key: a request knows nothing else of whose it is',
  operators: 'people who work for the platform and see every merchant',
  operator_keys: 'of operators',
  operator_sessions: 'of operators',
  operator_recovery_codes: 'of operators',
  login_failures: 'of addresses, and of e-mails whether an operator has them or not',
  login_attempts: 'of e-mails and addresses, whether an operator has them or not',
  idempotency_records:
    'their scope is a hash over the caller, and operators, who belong to no merchant, send keys as well; a day later they are gone',
  audit_entries:
    'one chain over the whole installation, with entries of operators and of the command line too',
  audit_head: 'the one row that the chain ends in',
  scheduled_task_runs: "the worker's tasks, each for the whole installation",
  provider_accounts:
    "some are the platform's; the address that institutions send to names one and no merchant",
  terms: "some are the platform's, for all merchants; an operator names one by its id alone",
  bank_calendar_changes: 'days of all banks',
  ledger_verification: 'where the one walk over all books is',
  invariant_schedule: 'when the rules of the whole installation are read next',
  invariant_verdicts: 'what the rules of the whole installation said',
  provider_references: 'by which a notification, which knows no merchant, finds whose it is',
  provider_notifications: 'what institutions sent, before anybody knows which merchant it is about',
  reconciliations: 'days of a provider, whose report knows no merchant',
  reconciliation_items: 'lines of such a report: some are about nothing of ours',
  schema_migrations: 'what TypeORM notes of the schema itself',
  'sandbox_provider.*': 'stands for a foreign system, which knows nothing of our merchants',
  'bullmq.*': 'the schema of the queue, whose jobs are copies of what our tables say',
};

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.stop());

interface Key {
  readonly table: string;
  readonly name: string;
  readonly kind: 'primary key' | 'unique' | 'foreign key';
  readonly columns: readonly string[];
  readonly refers: string | null;
  readonly referred: readonly string[] | null;
}

const TABLES = `
  SELECT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS name,
         EXISTS (SELECT 1 FROM pg_attribute a
                  WHERE a.attrelid = c.oid AND a.attname = 'merchant_id' AND a.attnotnull) AS owned,
         EXISTS (SELECT 1 FROM pg_constraint p WHERE p.conrelid = c.oid AND p.contype = 'p') AS keyed
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'p') AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
   ORDER BY 1`;

const names = (owner: string, numbers: string): string =>
  `ARRAY(SELECT a.attname::text FROM unnest(${numbers}) WITH ORDINALITY AS k (number, place)
           JOIN pg_attribute a ON a.attrelid = ${owner} AND a.attnum = k.number ORDER BY k.place)`;

const KEYS = `
  SELECT i.indrelid::regclass::text AS "table", c.relname AS name,
         CASE WHEN i.indisprimary THEN 'primary key' ELSE 'unique' END AS kind,
         ${names('i.indrelid', 'i.indkey::int2[]')} AS columns, NULL AS refers, NULL AS referred
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
   WHERE i.indisunique
  UNION ALL
  SELECT f.conrelid::regclass::text, f.conname, 'foreign key', ${names('f.conrelid', 'f.conkey')},
         f.confrelid::regclass::text, ${names('f.confrelid', 'f.confkey')}
    FROM pg_constraint f WHERE f.contype = 'f'
   ORDER BY 1, 2`;

function isGlobal(table: string): boolean {
  return table in GLOBAL || `${table.slice(0, table.indexOf('.') + 1)}*` in GLOBAL;
}

/** Every table of a merchant's data that has no merchant_id, and every key of such tables that does without it. */
async function offences(database: { query(sql: string): Promise<unknown> }): Promise<string[]> {
  const tables = (await database.query(TABLES)) as { name: string; owned: boolean; keyed: boolean }[];
  const keys = (await database.query(KEYS)) as Key[];
  const owned = tables.filter(({ name }) => !isGlobal(name));
  return [
    ...owned.filter((table) => !table.owned).map(({ name }) => `${name} has no merchant_id`),
    ...owned.filter((table) => !table.keyed).map(({ name }) => `${name} has no primary key`),
    ...keys
      .filter((key) => owned.some(({ name }) => name === key.table) && !holdsTenant(key))
      .map(({ table, name, kind }) => `${table}: ${kind} ${name}`),
  ];
}

/** First in primary and unique keys; in a foreign key it is the tenant of both sides. Global tables have none. */
function holdsTenant({ columns, refers, referred }: Key): boolean {
  if (refers === null) return columns[0] === 'merchant_id';
  if (refers === 'merchants') return columns.join() === 'merchant_id';
  if (isGlobal(refers)) return true;
  return columns[0] === 'merchant_id' && referred?.[0] === 'merchant_id';
}

describe('The tenant is in every key', () => {
  it('no table of a merchant does without merchant_id, and no key of such a table', async () => {
    expect(await offences(app.dataSource)).toEqual([]);
  });

  it('every table that is listed as global exists and would break the rule', async () => {
    const tables: { name: string; owned: boolean }[] = await app.dataSource.query(TABLES);
    const keys: Key[] = await app.dataSource.query(KEYS);
    const needsIt = (table: string): boolean =>
      tables.some(
        ({ name, owned }) =>
          (name === table || (table.endsWith('.*') && name.startsWith(table.slice(0, -1)))) &&
          (!owned || keys.some((key) => key.table === name && !holdsTenant(key))),
      );
    expect(Object.keys(GLOBAL).filter((table) => !needsIt(table))).toEqual([]);
  });

  it.each([
    ['a table without a merchant', 'CREATE TABLE a (id uuid PRIMARY KEY)', 'a has no merchant_id'],
    [
      'one whose merchant may be missing',
      'CREATE TABLE a (merchant_id uuid, id uuid PRIMARY KEY)',
      'a has no merchant_id',
    ],
    ['one without a primary key', 'CREATE TABLE a (merchant_id uuid NOT NULL)', 'a has no primary key'],
    [
      'a primary key without the merchant',
      'CREATE TABLE a (merchant_id uuid NOT NULL, id uuid, CONSTRAINT pk_a PRIMARY KEY (id))',
      'a: primary key pk_a',
    ],
    [
      'one in which it is not first',
      'CREATE TABLE a (merchant_id uuid, id uuid, CONSTRAINT pk_a PRIMARY KEY (id, merchant_id))',
      'a: primary key pk_a',
    ],
    ['a unique constraint', 'ALTER TABLE charges ADD CONSTRAINT uq_a UNIQUE (id)', 'charges: unique uq_a'],
    [
      'a unique index over a part of the rows',
      `CREATE UNIQUE INDEX uq_a ON charges (external_id) WHERE status = 'pending'`,
      'charges: unique uq_a',
    ],
    [
      'a foreign key to a table of a merchant',
      `ALTER TABLE charges ADD CONSTRAINT uq_a UNIQUE (id);
       ALTER TABLE refunds ADD CONSTRAINT fk_a FOREIGN KEY (charge_id) REFERENCES charges (id)`,
      'refunds: foreign key fk_a',
    ],
    [
      'a foreign key to merchants from another column',
      'ALTER TABLE charges ADD CONSTRAINT fk_a FOREIGN KEY (submerchant_id) REFERENCES merchants (id)',
      'charges: foreign key fk_a',
    ],
  ])('finds %s', async (_, statements, offence) => {
    const runner = app.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query(statements);
      expect(await offences(runner)).toContain(offence);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });
});
