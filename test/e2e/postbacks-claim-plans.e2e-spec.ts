import { TxRunner } from '../../src/database';
import { DeliveryRepository, MOST_AT_ONCE } from '../../src/postbacks/delivery/delivery.repository';
import { type TestMerchant, useService } from '../support';
import { PostbackBench } from '../support/postback-bench';

/** Of a merchant that was here before; enough that tables are analysed. */
const KNOWN = 200;
/** Of one that statistics do not know: its burst, of which the newest are due. */
const SENT = 3_000;
/** Of each that is claimed: itself and its event by their keys, and the index of what is due. */
const ROWS_READ_FOR_ONE = 10;

const TABLES = ['postback_deliveries', 'postback_events'];
const READ = `
  SELECT sum(pg_stat_get_xact_tuples_returned(oid))::int AS count FROM pg_class
   WHERE oid = ANY($1::text[]::regclass[])
      OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ANY($1::text[]::regclass[]))`;

/** So many deliveries $3 of the endpoint $2 with an event each, $4. */
const WRITE = `
  WITH made AS MATERIALIZED (SELECT uuidv7() AS event_id, uuidv7() AS id, n FROM generate_series(1, $3::int) AS n),
       event AS (INSERT INTO postback_events (merchant_id, id, occurred_at, payload)
                 SELECT $1, event_id, now(), '{"data":{}}' FROM made)
  INSERT INTO postback_deliveries
    (id, merchant_id, endpoint_id, event_id, event, resource_id, sequence, status, attempt_limit, attempt_count,
     next_attempt_at, delivered_at, search_text, created_at, updated_at)
  SELECT id, $1, $2, event_id, 'charge.created', event_id, n + $5::int, $4::text, 9, CASE $4::text WHEN 'pending' THEN 0 ELSE 1 END,
         CASE $4::text WHEN 'pending' THEN now() - interval '1 second' END, CASE $4::text WHEN 'pending' THEN NULL ELSE now() END, '', now(), now()
    FROM made`;

const ROLLED_BACK = new Error('rolled back');

describe('what is due of an endpoint (decision 0028)', () => {
  const service = useService();

  const endpointOf = async (merchant: TestMerchant): Promise<string> =>
    (await new PostbackBench(service, merchant).subscribe('http://127.0.0.1:9/')).id;

  it('is claimed by keys, also of a merchant that statistics know nothing of', async () => {
    const [known, fresh] = [await service.merchant(), await service.merchant()];
    const endpoints = [await endpointOf(known), await endpointOf(fresh)] as const;
    const deliveries = service.api.get(DeliveryRepository, { strict: false });
    let read = NaN;
    const work = service.api.get(TxRunner).run(async (tx) => {
      const rowsRead = async (): Promise<number> =>
        (await tx.query<[{ count: number }]>(READ, [TABLES]))[0].count;
      await tx.query(WRITE, [known.id, endpoints[0], KNOWN, 'delivered', 0]);
      for (const table of TABLES) await tx.query(`ANALYZE ${table}`);
      await tx.query(WRITE, [fresh.id, endpoints[1], SENT, 'delivered', 0]);
      await tx.query(WRITE, [fresh.id, endpoints[1], MOST_AT_ONCE, 'pending', SENT]);
      const before = await rowsRead();
      const key = { merchantId: fresh.id, endpointId: endpoints[1] };
      const claim = await deliveries.claim(tx, key, {
        limit: MOST_AT_ONCE,
        maxBytes: 1_048_576,
        leaseMs: 25_000,
      });
      expect(claim.deliveries).toHaveLength(MOST_AT_ONCE);
      read = (await rowsRead()) - before;
      throw ROLLED_BACK;
    });
    await expect(work).rejects.toBe(ROLLED_BACK);
    expect(read).toBeLessThan(MOST_AT_ONCE * ROWS_READ_FOR_ONE);
  });
});
