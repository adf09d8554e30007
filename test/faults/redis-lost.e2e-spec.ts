import { eventually, expectAllOnceOrSame, onThisMachine } from '../support';
import { describeOnRedis } from '../support/needing';
import { startProcess } from '../support/process';
import { useOwnRedis } from '../support/redis-bench';

const EVENTS = 300;
const slowly = () => (_received: unknown, response: { writeHead(status: number): { end(): void } }) => {
  setTimeout(() => response.writeHead(200).end(), 100);
};

describeOnRedis('Redis may vanish at any moment: no notification is lost', () => {
  const bench = useOwnRedis('0,1,1,1,1,1');

  beforeEach(async () => {
    bench.worker = await startProcess(bench.service, 'worker');
  });

  const arrive = async (shop: { received: { text: string }[] }, count: number): Promise<void> =>
    eventually(() => {
      expect(new Set(shop.received.map(({ text }) => text)).size).toBe(count);
    }, 50_000);

  it('FLUSHALL while notifications are in flight and waiting', async () => {
    // Each fails once, so that retries wait in Redis when it forgets them.
    const seen = new Set<string>();
    const shop = await bench.postbacks.open(({ body }) => {
      const id = body.id as string;
      if (seen.has(id)) return slowly();
      seen.add(id);
      return 500;
    });
    await bench.postbacks.subscribe(shop.url);
    await bench.postbacks.happenMany(EVENTS);
    for (const count of [20, 120, 250]) {
      await shop.wait(count);
      await bench.redis.flush();
    }
    await eventually(async () => {
      const rows = await bench.service.dataSource.query<{ status: string; count: string }[]>(
        'SELECT status, count(*) FROM postback_deliveries WHERE merchant_id = $1 GROUP BY status',
        [bench.postbacks.merchant.id],
      );
      expect(rows).toEqual([{ status: 'delivered', count: String(EVENTS) }]);
    }, 50_000);
    await arrive(shop, EVENTS);
    expectAllOnceOrSame(shop.received, EVENTS);
  });

  it('down and empty again: requests succeed meanwhile, and everything is sent when it is back', async () => {
    const shop = await bench.postbacks.open(slowly);
    await bench.postbacks.subscribe(shop.url);
    await bench.postbacks.happenMany(10);
    await shop.wait(5);
    await bench.redis.kill();
    const startedMs = Date.now();
    const made = await bench.postbacks.merchant.client.post('/v1/postbacks/endpoints', {
      url: shop.url,
      events: ['ping'],
    });
    expect(made.status).toBe(201);
    expect(Date.now() - startedMs).toBeLessThan(onThisMachine(2_000));
    await bench.postbacks.happenMany(20);
    await eventually(async () => {
      // The relay goes on: the events have their deliveries, only nobody was woken.
      const rows = await bench.service.dataSource.query<{ count: string }[]>(
        'SELECT count(*) FROM postback_deliveries WHERE merchant_id = $1',
        [bench.postbacks.merchant.id],
      );
      expect(rows[0]?.count).toBe('30');
    });
    await bench.redis.run();
    await arrive(shop, 30);
    expectAllOnceOrSame(shop.received, 30);
  });
});
