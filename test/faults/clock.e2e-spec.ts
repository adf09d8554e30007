import {
  type Answer,
  eventually,
  onThisMachine,
  receiver,
  startService,
  type TestMerchant,
  type TestService,
  verifyStandard,
} from '../support';
import { cardBody, pixBody } from '../support/charges';
import { spawnProcess, type TestProcess } from '../support/process';
import { describeWithSkewedClocks, itOnRedis } from '../support/needing';
import { hasRedisServer, PrivateRedis } from '../support/redis-server';
import { untilWindowLasts } from '../support/rate-window';
import { skewedClock } from '../support/skewed-clock';

const HOUR = 3_600;
/** Starts a process whose machine's clock is wrong, and waits until it answers: ready it never is, but with a right one. */
async function startSkewed(
  service: Pick<TestService, 'environment'>,
  kind: 'main' | 'worker',
  seconds: number,
  env: Record<string, string> = {},
): Promise<TestProcess> {
  const started = await spawnProcess(service, kind, {
    ...env,
    ...(seconds === 0 ? {} : skewedClock(seconds)),
  });
  await eventually(async () => {
    expect((await started.client().get('/health/live')).status).toBe(200);
  }, 60_000);
  return started;
}

const secondsFromNow = (text: string) => (Date.parse(text) - Date.now()) / 1_000;

// The database and this test share a machine, whose clock is right.
describeWithSkewedClocks('no machine decides the time (contract §6: the database does)', () => {
  let service: TestService;
  let merchant: TestMerchant;
  const started: TestProcess[] = [];
  // With Redis: without it one API process may run.
  let redis: PrivateRedis | null = null;

  beforeAll(async () => {
    redis = hasRedisServer ? await PrivateRedis.start() : null;
    service = await startService({ env: redis === null ? {} : { REDIS_URL: redis.url } });
    merchant = await service.merchant();
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((each) => each.end('SIGKILL')));
  });
  afterAll(async () => {
    await service.stop();
    await redis?.stop();
  });

  const start = async (kind: 'main' | 'worker', seconds: number, env = {}): Promise<TestProcess> => {
    const one = await startSkewed(service, kind, seconds, env);
    started.push(one);
    return one;
  };

  for (const seconds of [HOUR, -HOUR])
    itOnRedis(`an API whose clock is wrong by ${seconds} s`, async () => {
      const api = await start('main', seconds);
      const client = api.client(merchant);
      const pix = await client.post('/v1/charges', pixBody({ payment_details: { expires_in: 60 } }));
      expect(pix.status).toBe(201);
      expect(secondsFromNow(pix.body.data.payment_details.expires_at)).toBeGreaterThan(30);
      expect(secondsFromNow(pix.body.data.payment_details.expires_at)).toBeLessThan(62);
      expect(Math.abs(secondsFromNow(pix.body.data.created_at))).toBeLessThan(30);
      expect((await client.post(`/v1/sandbox/charges/${pix.body.data.id}/pay`)).status).toBe(200);

      await start('worker', 0);
      const card = await client.post('/v1/charges', cardBody());
      await eventually(async () => {
        const { body } = await client.get(`/v1/charges/${card.body.data.id}`);
        expect(body.data.status).toBe('captured');
      }, 30_000);
      expect(Number(pix.headers['x-ratelimit-reset'])).toBeLessThan(Date.now() / 1_000 + 61);

      const ready = await client.get('/health/ready');
      expect([ready.status, ready.body.details]).toEqual([
        503,
        [expect.objectContaining({ field: 'clock', code: 'down' })],
      ]);
      const { text } = await client.get('/metrics');
      const skew = Number(/^repasse_clock_skew_seconds (\S+)$/m.exec(text)?.[1]);
      expect(Math.abs(skew - seconds)).toBeLessThan(onThisMachine(2));
    });

  it.each([HOUR, -HOUR])('notifications of a worker whose clock is wrong by %d s verify', async (seconds) => {
    const shop = await receiver();
    const endpoint = await merchant.client.post('/v1/postbacks/endpoints', {
      url: shop.url,
      events: ['ping'],
    });
    const { id, secret } = endpoint.body.data;
    await start('worker', seconds);
    expect((await merchant.client.post(`/v1/postbacks/endpoints/${id}/ping`)).status).toBe(202);
    const received = (await shop.wait(1, 60_000))[0]!;
    expect(() => verifyStandard(secret, received)).not.toThrow();
    expect(Math.abs(received.at / 1_000 - Number(received.headers['webhook-timestamp']))).toBeLessThan(30);
    await merchant.client.delete(`/v1/postbacks/endpoints/${id}`);
    await shop.close();
  });

  it('a worker an hour ahead puts no schedule off, and one that was put off is due at once', async () => {
    const secondsToNextRun = async () => {
      const [row] = await service.dataSource.query<{ seconds: number }[]>(
        `SELECT extract(epoch FROM next_run_at - clock_timestamp())::float8 AS seconds
             FROM scheduled_task_runs WHERE name = 'postback-sweep'`,
      );
      return row?.seconds ?? Infinity;
    };
    const ahead = await start('worker', HOUR);
    await eventually(async () => {
      expect(await secondsToNextRun()).toBeLessThanOrEqual(5);
    }, 60_000);
    await ahead.end('SIGKILL');
    await service.dataSource.query(
      `UPDATE scheduled_task_runs SET next_run_at = clock_timestamp() + interval '1 hour' WHERE name = 'postback-sweep'`,
    );
    await start('worker', 0);
    await eventually(async () => {
      expect(await secondsToNextRun()).toBeLessThanOrEqual(5);
    }, 60_000);
  });

  itOnRedis('three APIs with three clocks let exactly the limit through', async () => {
    const limited = await service.merchant({ limits: 'default' });
    const apis = [await start('main', HOUR), await start('main', -HOUR), await start('main', 25)];
    const clients = apis.map((api) => api.client(limited));
    const send = (count: number): Promise<Answer[]> =>
      Promise.all(
        Array.from({ length: count }, (_, index) => clients[index % clients.length]!.get('/v1/merchant')),
      );
    await untilWindowLasts(5_000, () => clients[0]!.get('/v1/merchant'));
    const left = Number((await clients[0]!.get('/v1/merchant')).headers['x-ratelimit-remaining']);
    const answers = await send(left + 100);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(left);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100);
    expect(new Set(answers.map(({ headers }) => headers['x-ratelimit-reset'])).size).toBe(1);
  });
});
