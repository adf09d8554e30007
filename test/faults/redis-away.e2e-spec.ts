import { runCommandLine } from '../../src/cli/program';
import { eventually } from '../support';
import { cardBody, Charging } from '../support/charges';
import { describeOnRedis } from '../support/needing';
import { spawnProcess } from '../support/process';
import { useOwnRedis } from '../support/redis-bench';

/** Slower than with Redis, and never still. */
const SOON_MS = 40_000;

describeOnRedis('without Redis the worker goes on from PostgreSQL', () => {
  const bench = useOwnRedis('0,1,1');

  const ready = async (status: number): Promise<void> =>
    eventually(async () => {
      const answer = await bench.worker.client().get('/health/ready');
      expect(answer.status).toBe(status);
      if (status === 503) expect(JSON.stringify(answer.body)).toContain('queue');
    }, SOON_MS);

  /** Notifications arrive, also those that fail first, cards are captured, and what comes by the clock comes. */
  const expectWork = async (): Promise<void> => {
    const seen = new Set<string>();
    const shop = await bench.postbacks.open(({ body }) => {
      const id = body.id as string;
      if (seen.has(id)) return 200;
      seen.add(id);
      return 500;
    });
    const { id: endpointId } = await bench.postbacks.subscribe(shop.url, ['charge.captured']);
    const { rows: before } = await runs();
    await bench.postbacks.happenMany(20);
    const charging = new Charging(bench.postbacks.merchant.client);
    const charge = await charging.create(cardBody());
    await eventually(async () => {
      const rows = await bench.service.dataSource.query<{ status: string; count: string }[]>(
        'SELECT status, count(*) FROM postback_deliveries WHERE endpoint_id = $1 GROUP BY status',
        [endpointId],
      );
      expect(rows).toEqual([{ status: 'delivered', count: '21' }]);
    }, SOON_MS);
    expect(await charging.read(charge.id)).toMatchObject({ status: 'captured' });
    await eventually(async () => {
      const { rows: after } = await runs();
      expect(after).toBeGreaterThan(before);
    }, SOON_MS);
  };

  /** What the command says of Redis. */
  const doctor = async (): Promise<object> => {
    let text = '';
    await runCommandLine(['doctor', '--json'], bench.service.environment, {
      answer: (part) => (text += part),
      note: () => undefined,
    });
    const { checks } = JSON.parse(text) as { checks: { check: string }[] };
    return checks.find(({ check }) => check === 'redis') ?? {};
  };

  const runs = async (): Promise<{ rows: number }> => {
    const [row] = await bench.service.dataSource.query<{ rows: number }[]>(
      `SELECT coalesce(sum(claim), 0)::int AS rows FROM scheduled_task_runs WHERE name = 'postback-sweep'`,
    );
    return row ?? { rows: 0 };
  };

  it('started without it: listens, waits behind its readiness, works, and uses it when it comes', async () => {
    await bench.redis.kill();
    bench.worker = await spawnProcess(bench.service, 'worker');
    await eventually(async () => {
      expect((await bench.worker.client().get('/health/live')).status).toBe(200);
    }, SOON_MS);
    await ready(503);
    await expectWork();
    const lines = bench.worker
      .output()
      .split('\n')
      .filter((line) => line !== '');
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([]);
    await bench.redis.run();
    await ready(200);
    await expectWork();
  });

  it('hung: it takes what is sent to it, and answers nothing', async () => {
    bench.worker = await spawnProcess(bench.service, 'worker');
    await ready(200);
    bench.redis.freeze();
    await ready(503);
    await expectWork();
    bench.redis.runNow();
    await ready(200);
    await expectWork();
  });

  it('full: it answers, and takes nothing', async () => {
    bench.worker = await spawnProcess(bench.service, 'worker');
    await ready(200);
    expect(await doctor()).toMatchObject({ ok: true });
    await bench.redis.setPolicy('allkeys-lru');
    expect(await doctor()).toMatchObject({ ok: false, message: expect.stringContaining('allkeys-lru') });
    await bench.redis.setPolicy('noeviction');
    await bench.redis.fill();
    await ready(503);
    expect(await doctor()).toMatchObject({ ok: false });
    await expectWork();
    await bench.redis.makeRoom();
    await ready(200);
  });
});
