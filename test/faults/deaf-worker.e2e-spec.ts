import {
  eventually,
  expectAllOnceOrSame,
  PostbackBench,
  settingOnThisMachine,
  startService,
  type TestService,
} from '../support';
import { ChaosProxy } from '../support/chaos-proxy';
import { itOnRedis } from '../support/needing';
import { startProcess, type TestProcess } from '../support/process';
import { PrivateRedis } from '../support/redis-server';

/** Leases end 16 seconds after they were taken, breakers of BullMQ's locks later. */
const ARRIVE_MS = 90_000;
const ENV = {
  POSTBACK_TIMEOUT_MS: settingOnThisMachine(1_000),
  POSTBACK_RETRY_WAITS: '0,1,1,1',
  POSTBACK_BREAKER: '1000,30,900',
};

describe('connections of the worker that went silent without an end', () => {
  let service: TestService;
  let bench: PostbackBench;
  let worker: TestProcess;
  let proxy: ChaosProxy;
  let redis: PrivateRedis | null = null;

  afterEach(async () => {
    await worker.end('SIGKILL');
    await bench.close();
    await service.stop();
    await proxy.close();
    await redis?.stop();
    redis = null;
  });

  const ready = (status: number): Promise<string> =>
    eventually(async () => {
      const answer = await worker.client().get('/health/ready');
      expect(answer.status).toBe(status);
      return JSON.stringify(answer.body);
    }, ARRIVE_MS);

  /** Some notifications are on their way when `trouble` comes, others come later: all arrive. */
  const survives = async (trouble: () => Promise<void>): Promise<void> => {
    const shop = await bench.open(() => (_received, response) => {
      setTimeout(() => response.writeHead(200).end(), 50);
    });
    await bench.subscribe(shop.url);
    await bench.happenMany(50);
    await shop.wait(5);
    await trouble();
    await bench.happenMany(50);
    await eventually(() => {
      expect(new Set(shop.received.map(({ text }) => text)).size).toBe(100);
    }, ARRIVE_MS);
    expectAllOnceOrSame(shop.received, 100);
    await ready(200);
  };

  it('to PostgreSQL: they are given up, and everything arrives', async () => {
    service = await startService({ env: ENV });
    bench = new PostbackBench(service, await service.merchant());
    proxy = await ChaosProxy.before(service.config.database.url, 5432);
    worker = await startProcess(service, 'worker', {
      DATABASE_URL: proxy.through(service.config.database.url),
      DATABASE_CONNECT_TIMEOUT_MS: '5000',
    });
    await survives(async () => {
      expect(proxy.swallow()).toBeGreaterThan(2);
      return Promise.resolve();
    });
  });

  it('to PostgreSQL, new ones too: readiness says so, and everything arrives when they are answered again', async () => {
    service = await startService({ env: ENV });
    bench = new PostbackBench(service, await service.merchant());
    proxy = await ChaosProxy.before(service.config.database.url, 5432);
    worker = await startProcess(service, 'worker', {
      DATABASE_URL: proxy.through(service.config.database.url),
      DATABASE_CONNECT_TIMEOUT_MS: '5000',
    });
    await survives(async () => {
      proxy.mute();
      proxy.swallow();
      await ready(503);
      await proxy.pass();
    });
  });

  itOnRedis('to Redis: deliveries go on meanwhile, and it is used again', async () => {
    redis = await PrivateRedis.start();
    proxy = await ChaosProxy.before(redis.url, 6379);
    service = await startService({ env: { ...ENV, REDIS_URL: proxy.through(redis.url) } });
    bench = new PostbackBench(service, await service.merchant());
    worker = await startProcess(service, 'worker');
    await survives(() => {
      expect(proxy.swallow()).toBeGreaterThan(3);
      return Promise.resolve();
    });
  });
});
