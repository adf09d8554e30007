import type { QueryRunner } from 'typeorm';
import { startService, type TestService } from '../support';
import { Books } from '../support/books';
import { keepBooks } from '../support/kept-books';
import { type Plant, PLANTS } from '../support/plants';
import { RichRun, type RichRunIds } from '../support/rich-run';

let app: TestService;
let books: Books;
let ids: RichRunIds;

/** Good books, with everything in them. */
beforeAll(async () => {
  const busy = await startService({ worker: true });
  await busy.operator();
  ids = await RichRun.play(busy);
  await keepBooks(busy, ids.merchant.id);
  await busy.stop();
  app = await startService();
  books = await Books.open(app.config);
});

afterAll(async () => {
  await books.close();
  await app.stop();
});

const ruleNames = () => [...books.rules, ...books.checks].map(({ name }) => name);

/** A transaction past every constraint and trigger, taken back when the work in it is done. */
async function unguarded<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const runner = app.dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query('SET LOCAL session_replication_role = replica');
    return await work(runner);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

/** Plants a corruption, and reads its rule as the rule sees it. */
async function finds({ rule, statements }: Plant): Promise<boolean> {
  return unguarded(async (runner) => {
    for (const statement of statements(ids)) await runner.query(statement);
    return isBroken(rule, runner);
  });
}

async function isBroken(name: string, runner: QueryRunner): Promise<boolean> {
  const rule = books.rules.find((one) => one.name === name);
  if (rule !== undefined) {
    const rows: unknown[] = await runner.manager.query(rule.sql, rule.sql.includes('$1') ? [null] : []);
    return rows.length > 0;
  }
  const check = books.checks.find((one) => one.name === name);
  const scope = { since: null, settledBefore: new Date(Date.now() + 60_000) };
  return ((await check?.check(runner.manager, scope)) ?? []).length > 0;
}

describe('Contract §9, db invariants', () => {
  it('after a rich run of everything all rules hold: no false alarm', async () => {
    expect(await books.broken()).toEqual([]);
    expect(await books.broken(new Date(Date.now() - 3_600_000))).toEqual([]);
    expect(new Set(ruleNames()).size).toBe(ruleNames().length);
  });

  it('each rule has a corruption here that it finds', () => {
    // What its provider knows is planted with the provider, below.
    const found = new Set([...PLANTS.map(({ rule }) => rule), 'a charge is what its provider knows of it']);
    expect(ruleNames().filter((name) => !found.has(name))).toEqual([]);
    expect(PLANTS.length).toBeGreaterThanOrEqual(30);
  });

  it.each(PLANTS.map((plant): [string, Plant] => [plant.what, plant]))('finds: %s', async (_what, plant) => {
    expect(await finds(plant)).toBe(true);
  });

  it('each rule can be read, whatever else is wrong at once', async () => {
    const broken: string[] = [];
    await unguarded(async (runner) => {
      for (const { statements } of PLANTS) {
        await runner.query('SAVEPOINT plant');
        try {
          for (const statement of statements(ids)) await runner.query(statement);
        } catch {
          // What it changes was taken away by one before, or is there already.
          await runner.query('ROLLBACK TO SAVEPOINT plant');
        }
      }
      for (const name of ruleNames()) if (await isBroken(name, runner)) broken.push(name);
    });
    expect(broken.length).toBeGreaterThan(ruleNames().length / 2);
  });

  it('reads only what changed since, where that is asked for', async () => {
    await unguarded(async (runner) => {
      const { refunded_in_part: id } = ids.charges;
      await runner.query(
        `UPDATE charge_splits SET share_cents = share_cents + 1 WHERE charge_id = '${id ?? ''}' AND position = 0`,
      );
      const rule = books.rules.find(({ name }) => name.startsWith('the parts of a charge sum'));
      const rows = async (since: Date | null): Promise<unknown[]> =>
        runner.manager.query(rule?.sql ?? '', [since]);
      expect(await rows(null)).toHaveLength(1);
      expect(await rows(new Date(Date.now() - 3_600_000))).toHaveLength(1);
      expect(await rows(new Date(Date.now() + 3_600_000))).toHaveLength(0);
    });
  });

  it('waits for nobody, and nobody for it: rows, and whole tables that others write', async () => {
    expect(books.rules.map(({ sql }) => sql).join(';')).not.toMatch(/FOR (UPDATE|SHARE|NO KEY|KEY)/i);
    const holder = app.dataSource.createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query('LOCK TABLE charges, charge_splits, refunds, provider_calls IN EXCLUSIVE MODE');
      expect(await books.broken()).toEqual([]);
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
  });

  it('a charge whose money its provider knows otherwise', async () => {
    const reference = `(SELECT provider_reference FROM charges WHERE id = '${ids.charges['card'] ?? ''}')`;
    const change = (by: number) =>
      app.dataSource.query(
        `UPDATE sandbox_provider.payments SET refunded_cents = refunded_cents + ${by} WHERE reference = ${reference}`,
      );
    await change(100);
    try {
      const broken = await books.broken();
      expect(broken).toMatchObject([
        {
          rule: 'a charge is what its provider knows of it',
          count: 1,
          rows: [{ charge_id: ids.charges['card'], refunded_cents: 0, provider_refunded_cents: 100 }],
        },
      ]);
    } finally {
      await change(-100);
    }
  });

  it('names an account that cannot be opened, and reads on', async () => {
    const seal = (box: string | null) =>
      app.dataSource.query<[{ id: string }[], number]>(
        `UPDATE provider_accounts SET credentials_box = $1
          WHERE id = (SELECT provider_account_id FROM charges WHERE id = $2) RETURNING id`,
        [box, ids.charges['card']],
      );
    const [[account]] = await seal('sealed by nobody');
    // One that has opened no account yet.
    const fresh = await Books.open(app.config);
    try {
      expect(await fresh.broken()).toEqual([
        {
          rule: 'a charge is what its provider knows of it',
          count: 1,
          rows: [{ provider_account_id: account?.id, not_compared: expect.any(String) as string }],
        },
      ]);
    } finally {
      await fresh.close();
      await seal(null);
    }
  });

  it('a paid charge of which its provider knows nothing', async () => {
    const id = ids.charges['card'] ?? '';
    const [payment] = await app.dataSource.query<{ reference: string }[]>(
      'SELECT provider_reference AS reference FROM charges WHERE id = $1',
      [id],
    );
    const rename = (from: string, to: string) =>
      app.dataSource.query('UPDATE sandbox_provider.payments SET reference = $2 WHERE reference = $1', [
        from,
        to,
      ]);
    const reference = payment?.reference ?? '';
    await rename(reference, 'sbx_unknown');
    try {
      expect(await books.broken()).toMatchObject([
        {
          rule: 'a charge is what its provider knows of it',
          rows: [{ charge_id: id, provider_captured_cents: null }],
        },
      ]);
    } finally {
      await rename('sbx_unknown', reference);
    }
  });
});
