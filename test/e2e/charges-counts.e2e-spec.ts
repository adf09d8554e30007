import { ChargeListRepository } from '../../src/charges/search/charge-list.repository';
import { Onboarding, startService, type TestMerchant, type TestOperator, type TestService } from '../support';
import { breaksRule } from '../support/books';
import { boletoBody, cardBody, Charging, pixBody } from '../support/charges';
import {
  type CountedListUnderTest,
  type CountedRow,
  expectListsToBe,
  SPREAD_IN_TIME,
} from '../support/counted-lists';
import { Dice } from '../support/dice';

const SEED = 20_261_124;
const CHARGES = 120;
const QUESTIONS = 150;

for (const rule of ['a charge is as its last event told it', 'a charge is for what its first event said'])
  breaksRule(rule, 'charges are moved in time by hand');

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
       FROM (SELECT id, ${SPREAD_IN_TIME} AS at FROM charges) AS moved
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

async function everyRow(): Promise<CountedRow[]> {
  const rows = await app.dataSource.query<(Omit<CountedRow, 'at'> & { at: Date })[]>(
    `SELECT id, merchant_id AS merchant, submerchant_id AS part, status, payment_method AS kind, created_at AS at
       FROM charges ORDER BY created_at DESC, id DESC`,
  );
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
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
    const list: CountedListUnderTest = {
      paths: { own: '/v1/charges', all: '/v1/review/charges' },
      part: 'submerchant_id',
      kind: 'payment_method',
      parts: sellers,
      kinds: ['pix', 'boleto', 'credit_card'],
      statuses: [['captured'], ['pending', 'expired'], ['failed']],
      merchants,
      operator,
    };
    await expectListsToBe(list, rows, dice, QUESTIONS / 4);
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
      // A statement of a request has ten seconds.
      for (let noted = 0; noted < 40_000; noted += 5_000) await note(5_000);
      // Compared one by one they would take minutes.
      await session.query(`SET statement_timeout = '10s'`);
      expect(await session.query('SELECT fold_charge_counts(40000) AS folded')).toEqual([{ folded: 40_000 }]);
    } finally {
      await session.query('RESET statement_timeout');
      await session.release();
    }
  });
});
