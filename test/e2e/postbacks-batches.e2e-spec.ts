import type { ServerResponse } from 'node:http';
import { eventually, type Received, type Receiver, usePostbacks } from '../support';

/** More than two batches have. */
const EVENTS = 250;
/** What an endpoint gets from one worker at a time. */
const AT_ONCE = 10;

/** A batch is taken while those before it are still being sent (src/postbacks/README.md). */
describe('batch after batch of one endpoint', () => {
  const { service, merchant, bench } = usePostbacks({ worker: true });

  const count = async (where: string): Promise<number> => {
    const sql = `SELECT count(*)::int AS count FROM postback_deliveries WHERE merchant_id = $1 AND ${where}`;
    const [row] = await service.dataSource.query<{ count: number }[]>(sql, [merchant.id]);
    return row?.count ?? 0;
  };
  const delivered = (expected: number): Promise<void> =>
    eventually(async () => expect(await count(`status = 'delivered'`)).toBe(expected));

  /** A receiver that is known to answer, which then leaves one request without an answer. */
  const shopWithOneOpen = async (): Promise<{
    shop: Receiver;
    open: ServerResponse[];
    most: () => number;
  }> => {
    const open: ServerResponse[] = [];
    let [now, most] = [0, 0];
    const shop = await bench.open((_received: Received, index: number) => (_again, response) => {
      now += 1;
      most = Math.max(most, now);
      if (index === 2) open.push(response);
      else
        setImmediate(() => {
          now -= 1;
          response.end();
        });
    });
    await bench.subscribe(shop.url);
    await bench.happens();
    await delivered(1);
    return { shop, open, most: () => most };
  };

  it('an answer that is long in coming holds up nothing that comes after it', async () => {
    const { shop, open, most } = await shopWithOneOpen();
    await bench.happenMany(EVENTS);
    await delivered(EVENTS);
    // What happens while nothing but that one is under way comes at once, too.
    await bench.happens();
    await delivered(EVENTS + 1);
    expect(open).toHaveLength(1);
    expect(await count('lease_until IS NOT NULL')).toBe(1);
    open[0]?.end();
    await delivered(EVENTS + 2);
    expect(most()).toBeLessThanOrEqual(AT_ONCE);
    const ids = shop.received.map(({ headers }) => headers['x-service-delivery-id']);
    expect([ids.length, new Set(ids).size]).toEqual([EVENTS + 2, EVENTS + 2]);
  });

  it('ends with one that fails: what was taken beyond is given back, and nothing more is sent once the breaker is open', async () => {
    const failsFrom = 120;
    const shop = await bench.open((_received, index) => (index < failsFrom ? 200 : 500));
    await bench.subscribe(shop.url);
    await bench.happens();
    await delivered(1);
    await bench.happenMany(EVENTS);
    const isOpen = `EXISTS (SELECT 1 FROM postback_endpoints e WHERE e.merchant_id = $1 AND e.breaker_openings > 0)`;
    await eventually(async () => expect(await count(isOpen)).toBeGreaterThan(0));
    await eventually(async () => expect(await count('lease_until IS NOT NULL')).toBe(0));
    // Those in flight when the fifth failed, and of none that was taken beyond.
    expect(shop.received.length).toBeLessThanOrEqual(failsFrom + 4 + 2 * AT_ONCE);
    expect(await count(`status IN ('pending', 'retrying')`)).toBe(EVENTS + 1 - failsFrom);
  });
});
