import { Redis } from 'ioredis';
import { runCommandLine } from '../../src/cli/program';
import { eventually, PostbackBench, startService } from '../support';
import { describeOnRedis } from '../support/needing';
import { PrivateRedis } from '../support/redis-server';

const PASSWORD = 'senha0123456789abcdef';

describeOnRedis('a Redis with a password, as docker-compose.yml runs it', () => {
  let redis: PrivateRedis;
  beforeAll(async () => {
    redis = await PrivateRedis.start(PASSWORD);
  });
  afterAll(() => redis.stop());

  /** The same server, another password. */
  const wrong = (): string => redis.url.replace(PASSWORD, 'another');
  const doctor = async (env: Readonly<Record<string, string>>): Promise<string> => {
    let output = '';
    const write = (text: string): void => {
      output += text;
    };
    await runCommandLine(['doctor'], env, { answer: write, note: write });
    return output;
  };

  it('queue and rate counters reach it with the password of REDIS_URL', async () => {
    const service = await startService({ worker: true, env: { REDIS_URL: redis.url, QUEUE_PREFIX: 'pw' } });
    try {
      const merchant = await service.merchant({ limits: 'default' });
      const bench = new PostbackBench(service, merchant);
      const shop = await bench.open();
      await bench.subscribe(shop.url);
      await bench.happens();
      await shop.wait(1);
      await bench.close();
      const ready = await service.anonymous.get('/health/ready');
      expect(ready.body.data.checks).toMatchObject({ queue: 'up' });
      const client = new Redis(redis.url);
      const keys = await client.keys('*');
      client.disconnect();
      const counters = keys.filter((key) => key.startsWith('pw:rate:'));
      expect(counters.length).toBeGreaterThan(0);
      expect(keys.length).toBeGreaterThan(counters.length);
      expect(await doctor(service.environment)).toMatch(/ok +redis/);
    } finally {
      await service.stop();
    }
  });

  it('with a wrong one it is as if it were away: readiness and doctor say so, requests are answered', async () => {
    const service = await startService({ env: { REDIS_URL: wrong() } });
    try {
      const merchant = await service.merchant();
      await eventually(async () => {
        const ready = await service.anonymous.get('/health/ready');
        expect([ready.status, ready.body.data.checks.queue]).toEqual([200, 'down']);
      });
      expect((await merchant.client.get('/v1/merchant')).status).toBe(200);
      const found = await doctor(service.environment);
      expect(found).toMatch(/BAD +redis/);
      expect(found).not.toContain('another');
    } finally {
      await service.stop();
    }
  });
});
