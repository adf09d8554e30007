import { ChargeListRepository } from '../../src/charges/search/charge-list.repository';
import { Onboarding, startService, type TestMerchant, type TestOperator, type TestService } from '../support';
import { breaksRule } from '../support/books';
import { boletoBody, cardBody, Charging, pixBody } from '../support/charges';
import { Dice } from '../support/dice';

const SEED = 20_261_124;
const CHARGES = 120;
const QUESTIONS = 150;

for (const rule of ['a charge is as its last event told it', 'a charge is for what its first event said'])
  breaksRule(rule, 'charges are moved in time by hand');

interface Row {
  readonly id: string;
  readonly merchant: string;
  readonly seller: string | null;
  readonly status: string;
  readonly method: string;
  readonly at: number;
}

let app: TestService;
let merchants: TestMerchant[];
let operator: TestOperator;
let sellers: string[];
const dice = new Dice(SEED);

/** Charges of two merchants and of two sellers of the first, in some status, at crowded and at lonely hours of 14 months. */
beforeAll(async () => {
  app = await startService();
  merchants = [await app.merchant(), await app.merchant()];
  operator = await app.operator();
  sellers = [];
  for (let count = 0; count < 2; count += 1)
    sellers.push(await new Onboarding(merchants[0]!.client).activePerson());
  for (let index = 0; index < CHARGES; index += 1) await make(index);
  await app.dataSource.query(
    `UPDATE charges SET created_at = moved.at
       FROM (SELECT id, CASE abs(hashtext(id::text)) % 4
                 WHEN 0 THEN '2025-12-31T23:59:59.999Z'::timestamptz + (abs(hashtext(id::text)) % 3) * interval '1 ms'
                 WHEN 1 THEN '2026-02-28T22:30:00Z'::timestamptz + (abs(hashtext(id::text)) % 240) * interval '1 minute'
                 ELSE '2025-10-01T00:00:00Z'::timestamptz + (abs(hashtext(id::text)) % 10000) * interval '1 hour' END AS at
               FROM charges) AS moved
      WHERE charges.id = moved.id`,
  );
});
afterAll(() => app.stop());

async function make(index: number): Promise<void> {
  const [merchant, other] = [merchants[0]!, merchants[1]!];
  const owner = dice.below(4) === 0 ? other : merchant;
  const seller = owner === merchant ? dice.pick([...sellers, null]) : null;
  const fields = { external_id: `n-${index}`, ...(seller === null ? {} : { submerchant_id: seller }) };
  const body = dice.pick([pixBody, boletoBody, (of: typeof fields) => cardBody('tok_approved', of)])(fields);
  const { id } = await new Charging(owner.client).create(body);
  const end = dice.pick(['pay', 'expire', null]);
  if (end !== null) await owner.client.post(`/v1/sandbox/charges/${String(id)}/${end}`);
}

async function everyRow(): Promise<Row[]> {
  const rows = await app.dataSource.query<(Omit<Row, 'at'> & { at: Date })[]>(
    `SELECT id, merchant_id AS merchant, submerchant_id AS seller, status, payment_method AS method, created_at AS at
       FROM charges ORDER BY created_at DESC, id DESC`,
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** Days of a zone that is three hours behind UTC all the year, or of UTC. */
const ZONES: Readonly<Record<string, number>> = { UTC: 0, 'America/Fortaleza': 3 };

interface Question {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly fits: (row: Row) => boolean;
  readonly ask: (query: string) => ReturnType<TestMerchant['client']['get']>;
}

function question(): Question {
  const query = new URLSearchParams();
  const conditions: ((row: Row) => boolean)[] = [];
  const asksAsOperator = dice.below(3) === 0;
  const merchant = dice.pick(merchants);
  const isOfOne = !asksAsOperator || dice.below(2) === 0;
  if (isOfOne) conditions.push((row) => row.merchant === merchant.id);
  if (asksAsOperator && isOfOne) query.set('merchant_id', merchant.id);
  if (dice.below(3) === 0) {
    const seller = dice.pick(sellers);
    query.set('submerchant_id', seller);
    conditions.push((row) => row.seller === seller);
  }
  if (dice.below(2) === 0) {
    const statuses = dice.pick([['captured'], ['pending', 'expired'], ['failed']]);
    query.set('status', statuses.join(','));
    conditions.push((row) => statuses.includes(row.status));
  }
  if (dice.below(3) === 0) {
    const method = dice.pick(['pix', 'boleto', 'credit_card']);
    query.set('payment_method', method);
    conditions.push((row) => row.method === method);
  }
  const zone = dice.pick(Object.keys(ZONES));
  query.set('time_zone', zone);
  const [first, last] = [days(dice.between(0, 420)), days(dice.between(0, 420))].sort();
  const begins = (day: string): number => Date.parse(`${day}T00:00:00Z`) + (ZONES[zone] ?? 0) * 3_600_000;
  if (dice.below(2) === 0) {
    query.set('date_from', first!);
    conditions.push((row) => row.at >= begins(first!));
  }
  if (dice.below(2) === 0) {
    query.set('date_to', last!);
    conditions.push((row) => row.at < begins(last!) + 86_400_000);
  }
  const path = asksAsOperator ? '/v1/review/charges' : '/v1/charges';
  const client = asksAsOperator ? operator.client : merchant.client;
  return {
    path,
    query,
    fits: (row) => conditions.every((holds) => holds(row)),
    ask: (asked) => client.get(`${path}?${asked}`),
  };
}

function days(after: number): string {
  return new Date(Date.parse('2025-10-01T00:00:00Z') + after * 86_400_000).toISOString().slice(0, 10);
}

interface Item {
  readonly id: string;
}

async function expectPagesToBe({ query, fits, ask }: Question, rows: readonly Row[]): Promise<void> {
  const expected = rows.filter(fits).map(({ id }) => id);
  const limit = dice.pick([1, 7, 100]);
  const totalPages = Math.ceil(expected.length / limit);
  for (const page of new Set([1, dice.between(1, totalPages + 1), Math.max(1, totalPages)])) {
    const asked = new URLSearchParams([...query, ['limit', String(limit)], ['page', String(page)]]);
    const { body } = await ask(asked.toString());
    expect({ asked: asked.toString(), pagination: body.pagination }).toEqual({
      asked: asked.toString(),
      pagination: { page, limit, total: expected.length, totalPages },
    });
    expect((body.data as Item[]).map(({ id }) => id)).toEqual(
      expected.slice((page - 1) * limit, page * limit),
    );
  }
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null && seen.length < 40;) {
    const { body } = await ask(
      new URLSearchParams([...query, ['limit', '9'], ['cursor', cursor]]).toString(),
    );
    expect(body.pagination.total).toBe(expected.length);
    seen.push(...(body.data as Item[]).map(({ id }) => id));
    cursor = body.pagination.next_cursor as string | null;
  }
  expect(seen).toEqual(expected.slice(0, seen.length));
}

const fold = (atMost: number): Promise<number> => app.api.get(ChargeListRepository).foldCounts(atMost);

describe('decision 0041: lists of charges by their counts', () => {
  it.each([
    ['nothing is folded', () => Promise.resolve()],
    ['some changes are folded', async () => expect(await fold(77)).toBe(77)],
    ['everything is folded', async () => expect(await fold(10_000)).toBeGreaterThan(0)],
    ['the counts are made anew', () => app.dataSource.query('SELECT recount_charges()')],
  ])('%s: any filter, page and walk is what the rows say', async (_when, prepare) => {
    await prepare();
    const rows = await everyRow();
    expect(rows).toHaveLength(CHARGES);
    for (let asked = 0; asked < QUESTIONS / 4; asked += 1) await expectPagesToBe(question(), rows);
  });

  it('changes that are made while others fold are counted once', async () => {
    const charging = new Charging(merchants[1]!.client);
    const total = async (): Promise<number> =>
      (await merchants[1]!.client.get('/v1/charges?limit=1')).body.pagination.total as number;
    const before = await total();
    const made = Promise.all(Array.from({ length: 40 }, () => charging.create(pixBody())));
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let round = 0; round < 10; round += 1) await fold(2);
      }),
    );
    await made;
    expect(await total()).toBe(before + 40);
    await fold(10_000);
    expect([await fold(10_000), await total()]).toEqual([0, before + 40]);
  });

  it('a statement that changes many charges leaves few changes, and none of what stays as it is', async () => {
    const charging = new Charging(merchants[1]!.client);
    await Promise.all(Array.from({ length: 12 }, () => charging.create(pixBody())));
    await fold(10_000);
    const hour = `created_at >= '2026-05-05T05:00:00Z' AND created_at < '2026-05-05T06:00:00Z'`;
    const changed = await app.dataSource.query<unknown[]>(
      `WITH changed AS (
         UPDATE charges SET created_at = '2026-05-05T05:05:05Z'
          WHERE merchant_id = $1 AND status = 'pending' AND payment_method = 'pix' AND created_at > now() - interval '1 hour'
         RETURNING id)
       SELECT id FROM changed`,
      [merchants[1]!.id],
    );
    expect(changed.length).toBeGreaterThanOrEqual(12);
    await app.dataSource.query(`UPDATE charges SET updated_at = updated_at WHERE ${hour}`);
    const changes = await app.dataSource.query<{ change: number }[]>(
      'SELECT change FROM charge_count_changes',
    );
    // Of the hour that they were in, or of two, and of the one that they are in now.
    expect(changes.length).toBeLessThanOrEqual(3);
    expect(changes.map(({ change }) => Math.abs(change)).reduce((one, other) => one + other)).toBe(
      2 * changed.length,
    );
    const { body } = await merchants[1]!.client.get(
      '/v1/charges?date_from=2026-05-05&date_to=2026-05-05&limit=1',
    );
    expect(body.pagination.total).toBe(changed.length);
  });

  it('many changes are folded at once by a connection that has found few until then', async () => {
    const session = app.dataSource.createQueryRunner();
    const note = (changes: number): Promise<unknown> =>
      session.query(
        `INSERT INTO charge_count_changes (merchant_id, hour, status, payment_method, change)
         SELECT $1, '2026-01-01T00:00:00Z', 'pending', 'pix', CASE n % 2 WHEN 0 THEN 1 ELSE -1 END
           FROM generate_series(1, $2) AS n`,
        [merchants[0]!.id, changes],
      );
    try {
      await session.query('VACUUM charge_count_changes');
      await note(2);
      await session.query('ANALYZE charge_count_changes');
      for (let round = 0; round < 8; round += 1) await session.query('SELECT fold_charge_counts(10000)');
      await note(40_000);
      // Compared one by one they would take minutes.
      await session.query(`SET statement_timeout = '10s'`);
      expect(await session.query('SELECT fold_charge_counts(40000) AS folded')).toEqual([{ folded: 40_000 }]);
    } finally {
      await session.query('RESET statement_timeout');
      await session.release();
    }
  });
});
