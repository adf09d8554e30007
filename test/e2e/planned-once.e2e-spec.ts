import { randomUUID } from 'node:crypto';
import { In } from 'typeorm';
import { prepared, type Tx, TxRunner } from '../../src/database';
import { LedgerRepository } from '../../src/ledger/ledger.repository';
import { AttemptRepository } from '../../src/postbacks/delivery/attempt.repository';
import { Receivable } from '../../src/receivables/receivable.entity';
import { ReceivableRepository } from '../../src/receivables/receivable.repository';
import { SubmerchantRepository } from '../../src/submerchants/submerchant.repository';
import { eventually, Onboarding, type TestMerchant, useService } from '../support';
import { Charging } from '../support/charges';

const service = useService({ worker: true });
/** After five plans for their values PostgreSQL takes the one for any, where it costs no more. */
const ASKED = 8;
/** Looks by keys cost something among so many. */
const OTHERS = 3_000;

class RollBack extends Error {}

describe('what is asked by arrays of one or two (decision 0028)', () => {
  let merchant: TestMerchant;

  beforeAll(async () => {
    merchant = await service.merchant();
    await new Onboarding(merchant.client).person();
    await merchant.client.post('/v1/postbacks/endpoints', { url: 'https://shop.invalid/', events: ['*'] });
    await new Charging(merchant.client).paidPix();
    await eventually(async () => {
      const [{ count }] = await service.dataSource.query<[{ count: number }]>(
        'SELECT count(*)::int AS count FROM postback_deliveries',
      );
      expect(count).toBeGreaterThan(0);
    });
  });

  /** Copies of a row, as if there had always been many. */
  const grow = async (tx: Tx, table: string): Promise<void> => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(
      `INSERT INTO ${table}
       SELECT other.* FROM (SELECT * FROM ${table} LIMIT 1) AS one, generate_series(1, $1) AS n,
              jsonb_populate_record(NULL::${table}, to_jsonb(one) || jsonb_build_object(
                'id', gen_random_uuid(), 'event_id', gen_random_uuid(), 'charge_id', gen_random_uuid(), 'sequence', 1000 + n)) AS other`,
      [OTHERS],
    );
    await tx.query(`ANALYZE ${table}`);
    await tx.query('SET LOCAL session_replication_role = origin');
  };
  /** How often the plan for any number was taken. */
  const genericPlans = async (tx: Tx, part: string): Promise<number> => {
    const [row] = await tx.query<{ count: number }[]>(
      `SELECT generic_plans::int AS count FROM pg_prepared_statements
        WHERE position($1 IN statement) > 0 AND statement NOT LIKE '%pg_prepared_statements%'`,
      [part],
    );
    return row?.count ?? NaN;
  };
  const ofWorker = <T>(type: abstract new (...given: never[]) => T): T =>
    service.worker!.get<T>(type, { strict: false });
  const id = randomUUID();

  it.each<[string, string | null, string, (tx: Tx, merchantId: string) => Promise<unknown>]>([
    [
      'rows by a list',
      'receivables',
      'FROM "receivables"',
      (tx, merchantId) => tx.findBy(Receivable, { merchantId, id: In([id, randomUUID()]) }),
    ],
    [
      'balances of wallets',
      null,
      'ledger_accounts',
      (tx, merchantId) =>
        ofWorker(LedgerRepository).listBalancesOfWallets([{ merchantId, walletId: id }], tx),
    ],
    [
      'receivables that a refund takes from',
      'receivables',
      'UPDATE receivables',
      (tx, merchantId) => {
        const taken = {
          merchantId,
          id,
          reversedCents: 1,
          status: 'waiting_funds',
          version: 2,
          updatedAt: new Date(),
        };
        return ofWorker(ReceivableRepository).updateReversed(tx, [taken as Receivable]);
      },
    ],
    [
      'recipients of a charge',
      'submerchants',
      'SKIP LOCKED',
      (tx, merchantId) => ofWorker(SubmerchantRepository).lockFreeStandings(tx, [{ merchantId, id }]),
    ],
    [
      'successes of an endpoint',
      'postback_deliveries',
      'postback_attempts',
      (tx, merchantId) => {
        const address = { merchantId, endpointId: id, url: 'https://shop.invalid/hooks' };
        const outcome = {
          ...{
            merchantId,
            id,
            claim: 1,
            at: new Date(),
            durationMs: 1,
            statusCode: 200,
            headers: null,
            body: '',
          },
          ...{ error: null, succeeded: true, waitMs: 0, gone: false, triedNext: false },
        };
        return ofWorker(AttemptRepository).recordSuccesses(tx, [outcome], [address]);
      },
    ],
  ])('is planned for any number: %s', async (_, table, part, ask) => {
    const played = service.api.get(TxRunner, { strict: false }).run(async (tx) => {
      if (table !== null) await grow(tx, table);
      const query = tx.query.bind(tx);
      const texts = new Set<string>();
      tx.query = ((text: string, values?: unknown[]) => {
        texts.add(text);
        return query(text, values);
      }) as typeof tx.query;
      await ask(tx, merchant.id);
      // What is prepared once its table is large is so from here on.
      texts.forEach((text) => prepared(text));
      for (let asked = 0; asked < ASKED; asked += 1) await ask(tx, merchant.id);
      expect(await genericPlans(tx, part)).toBeGreaterThan(0);
      throw new RollBack();
    });
    await expect(played).rejects.toThrow(RollBack);
  });
});
