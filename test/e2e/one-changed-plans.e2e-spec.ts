import { ChargeRepository } from '../../src/charges/charge.repository';
import { type Tx, TxRunner } from '../../src/database';
import { SubmerchantRepository } from '../../src/submerchants/submerchant.repository';
import { Onboarding, startService, type TestService } from '../support';
import { Charging, pixBody } from '../support/charges';

/** Few enough that reading all of them costs less than a hundred look-ups: what a JSON array of rows is taken to be. */
const OTHERS = 5_000;
/** Made in one statement: it has the time of a request's. */
const AT_ONCE = 250;
/** By its keys, and what looks for the same along other ways. */
const READ_FOR_ONE = 20;

const ROLLED_BACK = new Error('rolled back');

describe('one record that is changed with what belongs to it (decision 0028)', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  /** How many rows of tables a change reads, once its connection has planned it, beside so many others. */
  async function rowsRead(
    tables: readonly string[],
    copy: (tx: Tx) => Promise<unknown>,
    change: (tx: Tx) => Promise<void>,
  ): Promise<number> {
    let rows = NaN;
    const work = service.api.get(TxRunner).run(async (tx) => {
      for (let others = 0; others < OTHERS; others += AT_ONCE) await copy(tx);
      for (const table of tables) await tx.query(`ANALYZE ${table}`);
      const read = async (): Promise<number> => {
        const [{ count }] = await tx.query<[{ count: number }]>(
          `SELECT sum(pg_stat_get_xact_tuples_returned(oid))::int AS count FROM pg_class
            WHERE oid = ANY($1::text[]::regclass[])
               OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ANY($1::text[]::regclass[]))`,
          [tables],
        );
        return count;
      };
      // The first five times PostgreSQL plans it for its values.
      for (let asked = 0; asked < 7; asked += 1) await change(tx);
      const before = await read();
      await change(tx);
      rows = (await read()) - before;
      throw ROLLED_BACK;
    });
    await expect(work).rejects.toBe(ROLLED_BACK);
    return rows;
  }

  it('a submerchant is found by its key', async () => {
    const merchant = await service.merchant();
    const id = await new Onboarding(merchant.client).person();
    const submerchants = service.api.get(SubmerchantRepository);
    const read = await rowsRead(
      ['submerchants'],
      (tx) =>
        tx.query(
          `INSERT INTO submerchants
           SELECT copy.*
             FROM submerchants AS one, generate_series(1, $1) AS n,
                  jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'n', n)) AS copy
            WHERE one.id = $2`,
          [AT_ONCE, id],
        ),
      async (tx) => submerchants.update(tx, await submerchants.lock(tx, merchant.id, id), []),
    );
    expect(read).toBeLessThan(READ_FOR_ONE);
  });

  it('the parts of a charge are found by its key', async () => {
    const merchant = await service.merchant();
    const { id } = (await new Charging(merchant.client).create(pixBody())) as { id: string };
    const charges = service.api.get(ChargeRepository);
    const read = await rowsRead(
      ['charges', 'charge_splits'],
      (tx) =>
        tx.query(
          `WITH ids AS (SELECT gen_random_uuid() AS id FROM generate_series(1, $1)),
                copied AS (
                  INSERT INTO charges
                  SELECT copy.*
                    FROM charges AS one, ids, jsonb_populate_record(one, jsonb_build_object('id', ids.id)) AS copy
                   WHERE one.id = $2)
           INSERT INTO charge_splits
           SELECT copy.*
             FROM charge_splits AS part, ids, jsonb_populate_record(part, jsonb_build_object('charge_id', ids.id)) AS copy
            WHERE part.charge_id = $2`,
          [AT_ONCE, id],
        ),
      async (tx) => charges.update(tx, [(await charges.lock(tx, { merchantId: merchant.id, id }))!]),
    );
    expect(read).toBeLessThan(READ_FOR_ONE);
  });
});
