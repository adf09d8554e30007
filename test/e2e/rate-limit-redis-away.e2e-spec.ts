import { eventually, startService, type Answer, type TestMerchant, type TestService } from '../support';
import { describeOnRedis } from '../support/needing';
import { untilWindowLasts } from '../support/rate-window';
import { PrivateRedis } from '../support/redis-server';

const LIMIT = 100;
/** What a test takes that counts, on an idle machine. */
const COUNTING_MS = 5_000;

describeOnRedis('the rate limit without its store (contract §3)', () => {
  let redis: PrivateRedis;
  let service: TestService;
  let merchant: TestMerchant;

  beforeEach(async () => {
    redis = await PrivateRedis.start();
    service = await startService({ env: { REDIS_URL: redis.url } });
    merchant = await service.merchant({ limits: 'default' });
  });
  afterEach(async () => {
    await service.stop();
    await redis.stop();
  });

  const send = (count: number): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, () => merchant.client.get('/v1/merchant')));
  const oneWindow = (): Promise<void> =>
    untilWindowLasts(COUNTING_MS, () => service.anonymous.get('/v1/merchant'));
  const passed = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;

  it('of many at once each has its own place in the count, whoever else is counted with them', async () => {
    const other = await service.merchant({ limits: 'default' });
    await oneWindow();
    const theirs = Promise.all(Array.from({ length: 30 }, () => other.client.get('/v1/merchant')));
    const remaining = (answers: readonly Answer[]): number[] =>
      answers.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((a, b) => b - a);
    expect(remaining(await send(50))).toEqual(Array.from({ length: 50 }, (_, index) => LIMIT - 1 - index));
    expect(remaining(await theirs)).toEqual(Array.from({ length: 30 }, (_, index) => LIMIT - 1 - index));
  });

  it('the process goes on from where the store last stood', async () => {
    await oneWindow();
    expect(passed(await send(60))).toBe(60);
    await redis.kill();
    const answers = await send(60);
    expect(passed(answers)).toBe(LIMIT - 60);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(new Set(answers.map(({ headers }) => headers['x-ratelimit-reset'])).size).toBe(1);
  });

  it('what was counted without it is counted still when it is back', async () => {
    await oneWindow();
    await redis.kill();
    expect(passed(await send(70))).toBe(70);
    await redis.run();
    await eventually(async () => {
      const { body } = await service.anonymous.get('/health/ready');
      expect(body.data.checks.queue).toBe('up');
    });
    expect(passed(await send(60))).toBe(LIMIT - 70);
  });

  it('a full store, or one with another policy, is told by readiness, and the API stays ready', async () => {
    const tells = (checks: object): Promise<void> =>
      eventually(async () => {
        const { status, body } = await service.anonymous.get('/health/ready');
        expect(status).toBe(200);
        expect(body.data.checks).toMatchObject(checks);
      });
    await tells({ queue: 'up', queue_settings: 'up' });
    await redis.setPolicy('allkeys-lru');
    await tells({ queue: 'up', queue_settings: 'down' });
    await redis.setPolicy('noeviction');
    await redis.fill();
    await tells({ queue: 'down', queue_settings: 'down' });
    await redis.makeRoom();
    await tells({ queue: 'up', queue_settings: 'up' });
  });
});
