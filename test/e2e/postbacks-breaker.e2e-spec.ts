import { ExpireDeliveriesTask } from '../../src/postbacks/expire-deliveries.task';
import { SweepDeliveriesTask } from '../../src/postbacks/dispatch/sweep-deliveries.task';
import { SendBatchUseCase } from '../../src/postbacks/delivery/send-batch.use-case';
import {
  eventually,
  PostbackBench,
  startService,
  type TestMerchant,
  type TestService,
  TimeMachine,
} from '../support';
import { breaksRule } from '../support/books';

breaksRule(
  'nothing that waits to be sent or handed on is due more than a day ahead',
  'a delivery is put off beyond its retention by hand',
);

const ENDPOINTS = '/v1/postbacks/endpoints';
const DAY = 86_400;

interface Account {
  readonly openings: number;
  /** For how many seconds the breaker stays open; null when it is closed. */
  readonly seconds: number | null;
}

interface Health {
  readonly failing_since: string | null;
  readonly failed_attempts: number;
  readonly next_probe_at: string | null;
}

describe('breaker and retention, on a clock that is moved', () => {
  let time: TimeMachine;
  let service: TestService;
  let merchant: TestMerchant;
  let bench: PostbackBench;

  beforeAll(async () => {
    time = await TimeMachine.install();
    service = await startService({ worker: true });
    await time.freeze();
  });
  beforeEach(async () => {
    merchant = await service.merchant();
    bench = new PostbackBench(service, merchant);
  });
  afterEach(() => bench.close());
  afterAll(() => service.stop());

  /** A worker of its own looks at the endpoint, which knows nothing of what the others are at. */
  const round = (endpointId: string): Promise<unknown> =>
    service
      .worker!.get(SendBatchUseCase)
      .execute({ merchantId: merchant.id, endpointId }, 'fast', () => false);
  const query = <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
    service.dataSource.query<T[]>(sql, values);
  const setStatus = (id: string, status: string): Promise<unknown> =>
    merchant.client.patch(`${ENDPOINTS}/${id}`, { status });

  describe('the circuit breaker', () => {
    const account = async (id: string): Promise<Account> => {
      const [row] = await query<Account>(
        `SELECT breaker_openings AS openings, extract(epoch FROM breaker_open_until - now())::float8 AS seconds
           FROM postback_endpoints WHERE id = $1`,
        id,
      );
      return row!;
    };

    const endpointOf = async (id: string): Promise<{ health: Health; version: number }> =>
      (await merchant.client.get(`${ENDPOINTS}/${id}`)).body.data as { health: Health; version: number };
    /** How its merchant sees it. */
    const healthOf = async (id: string): Promise<Health> => (await endpointOf(id)).health;

    it('opens at 5 failures in a row: one delivery after 30 s, then after 5 min and every 15 min', async () => {
      const shop = await bench.open(() => 500);
      const { id } = await bench.subscribe(shop.url);
      await bench.happenMany(4);
      await shop.wait(4);
      await eventually(async () => expect(await account(id)).toEqual({ openings: 0, seconds: null }));
      await bench.happenMany(30);
      await eventually(async () => expect((await account(id)).openings).toBe(1));
      await bench.look(id);
      // What was in flight when it opened still arrived: ten at a time, and no more.
      const before = shop.received.length;
      expect(before).toBeLessThanOrEqual(14);
      for (const [index, wait] of [30, 300, 900, 900].entries()) {
        const { openings, seconds } = await account(id);
        expect(openings).toBe(index + 1);
        expect(seconds).toBeGreaterThan(wait - 5);
        expect(seconds).toBeLessThanOrEqual(wait);
        await eventually(async () => expect((await healthOf(id)).failed_attempts).toBe(shop.received.length));
        const { failing_since, next_probe_at } = await healthOf(id);
        const [since, next] = [Date.parse(failing_since ?? ''), Date.parse(next_probe_at ?? '')];
        expect(next - since).toBeGreaterThanOrEqual(wait * 1_000);
        await bench.look(id);
        expect(shop.received).toHaveLength(before + index);
        await time.advance(wait);
        // Several workers look at the same moment: one of them has the probe.
        await Promise.all([round(id), round(id), round(id)]);
        await eventually(async () => expect((await account(id)).openings).toBe(index + 2));
        expect(shop.received).toHaveLength(before + index + 1);
      }
    });

    it('shows no two healths under one version', async () => {
      const shop = await bench.open(() => 500);
      const { id } = await bench.subscribe(shop.url);
      const seen = new Map<number, string>();
      const note = async (): Promise<void> => {
        const { health, version } = await endpointOf(id);
        const shown = JSON.stringify(health);
        expect(seen.get(version) ?? shown).toBe(shown);
        seen.set(version, shown);
      };
      await note();
      await bench.happenMany(8);
      await eventually(async () => {
        await note();
        expect((await account(id)).openings).toBe(1);
      });
      shop.answerWith(200);
      await time.advance(31);
      await eventually(async () => {
        await bench.look(id);
        await note();
        expect((await healthOf(id)).failing_since).toBeNull();
      });
      // Nothing failed yet, open, and whole again.
      expect(seen.size).toBeGreaterThanOrEqual(3);
    });

    it('a probe that succeeds closes it, and everything follows', async () => {
      const shop = await bench.open(() => 500);
      const { id } = await bench.subscribe(shop.url);
      await bench.happenMany(30);
      await eventually(async () => expect((await account(id)).openings).toBe(1));
      shop.answerWith(200);
      await time.advance(31);
      await service.worker!.get(SweepDeliveriesTask).run();
      await time.advance(10);
      await eventually(async () => {
        await bench.look(id);
        expect((await bench.logs()).map(({ status }) => status)).toEqual(Array(30).fill('delivered'));
      });
      expect(await account(id)).toEqual({ openings: 0, seconds: null });
      expect(await healthOf(id)).toEqual({ failing_since: null, failed_attempts: 0, next_probe_at: null });
    });

    it('the waits of the schedule are lower bounds: what is due earlier goes with the next probe', async () => {
      const shop = await bench.open(() => 500);
      const { id } = await bench.subscribe(shop.url);
      await bench.happenMany(5);
      await eventually(async () => expect((await account(id)).openings).toBe(1));
      await bench.look(id);
      const before = shop.received.length;
      // The second attempts are due after five seconds.
      await time.advance(10);
      await bench.look(id);
      expect(shop.received).toHaveLength(before);
      expect(await bench.logs('status=retrying')).toHaveLength(5);
      await time.advance(20);
      shop.answerWith(200);
      await eventually(async () => {
        await bench.look(id);
        expect(await bench.logs('status=delivered')).toHaveLength(5);
      });
    });

    it('a paused endpoint is not asked: it keeps its account, without a next moment', async () => {
      const shop = await bench.open(() => 500);
      const { id } = await bench.subscribe(shop.url);
      await bench.happenMany(10);
      await eventually(async () => expect((await healthOf(id)).next_probe_at).not.toBeNull());
      await setStatus(id, 'paused');
      const { failing_since, failed_attempts, next_probe_at } = await healthOf(id);
      expect(failing_since).not.toBeNull();
      expect(failed_attempts).toBeGreaterThanOrEqual(5);
      expect(next_probe_at).toBeNull();
      await setStatus(id, 'active');
      expect(await healthOf(id)).toEqual({ failing_since: null, failed_attempts: 0, next_probe_at: null });
    });

    it('a worker that dies with the probe gives it to another when its time is over', async () => {
      const shop = await bench.open(() => 500);
      const { id } = await bench.subscribe(shop.url);
      await bench.happenMany(10);
      await eventually(async () => expect((await account(id)).openings).toBe(1));
      await bench.look(id);
      const before = shop.received.length;
      // What taking the probe writes 31 s from now, and nothing after it; written before, or the worker takes one.
      await query(
        `UPDATE postback_endpoints SET breaker_open_until = now() + interval '61 s' WHERE id = $1`,
        id,
      );
      await time.advance(31);
      await bench.look(id);
      expect(shop.received).toHaveLength(before);
      await time.advance(31);
      await eventually(async () => {
        await bench.look(id);
        expect(shop.received).toHaveLength(before + 1);
      });
    });

    it('ping, a new url and activation do not wait for it', async () => {
      const shop = await bench.open(() => 500);
      const { id } = await bench.subscribe(shop.url);
      await bench.happenMany(10);
      const opened = (openings: number): Promise<void> =>
        eventually(async () => expect((await account(id)).openings).toBe(openings));
      await opened(1);
      await bench.look(id);
      const count = shop.received.length;
      await merchant.client.post(`${ENDPOINTS}/${id}/ping`);
      await shop.wait(count + 1);
      await opened(2);
      await merchant.client.patch(`${ENDPOINTS}/${id}`, { url: `${shop.url}/new` });
      await opened(0);
      await query(
        'UPDATE postback_endpoints SET breaker_openings = 3, breaker_open_until = now() WHERE id = $1',
        id,
      );
      await setStatus(id, 'paused');
      await setStatus(id, 'active');
      await opened(0);
    });
  });

  describe('retention', () => {
    const retain = (): Promise<void> => service.worker!.get(ExpireDeliveriesTask).run();
    const counts = async (): Promise<object | undefined> =>
      (
        await query<object>(
          `SELECT count(*)::int AS deliveries, (SELECT count(*)::int FROM postback_attempts a
             JOIN postback_deliveries d ON d.id = a.delivery_id WHERE d.merchant_id = $1) AS attempts,
             (SELECT count(*)::int FROM postback_events WHERE merchant_id = $1) AS events
             FROM postback_deliveries WHERE merchant_id = $1`,
          merchant.id,
        )
      )[0];

    it('what came to its end stays in the log for 90 days, with its attempts and its event; what may still be sent for ever', async () => {
      const shop = await bench.open();
      await bench.subscribe(shop.url);
      await bench.happenMany(20);
      await eventually(async () => expect(await bench.logs('status=delivered')).toHaveLength(20));
      await query(
        `UPDATE postback_deliveries SET status = 'retrying', next_attempt_at = now() + interval '200 days'
          WHERE merchant_id = $1 AND sequence = 7`,
        merchant.id,
      );
      await time.advance(90 * DAY - 60);
      await retain();
      expect(await counts()).toEqual({ deliveries: 20, attempts: 20, events: 20 });
      await time.advance(120);
      await bench.happens();
      // The worker's own round may come by before ours: only the new one is sure to be there.
      await eventually(async () =>
        expect((await bench.logs('status=delivered')).map(({ sequence }) => sequence)).toContain(21),
      );
      await retain();
      expect(await counts()).toEqual({ deliveries: 2, attempts: 2, events: 2 });
      expect((await bench.logs()).map(({ sequence }) => sequence)).toEqual([21, 7]);
    });

    it('contract §7, Held: held ones end after 30 days', async () => {
      const shop = await bench.open();
      const { id } = await bench.subscribe(shop.url);
      await setStatus(id, 'paused');
      await bench.happenMany(5);
      await eventually(async () => expect(await bench.logs('status=held')).toHaveLength(5));
      await time.advance(30 * DAY - 60);
      await retain();
      expect(await bench.logs('status=held')).toHaveLength(5);
      await time.advance(120);
      await retain();
      expect(await bench.logs('status=cancelled')).toHaveLength(5);
      await setStatus(id, 'active');
      const answer = await merchant.client.post(`${ENDPOINTS}/${id}/replay`, {
        date_from: '2020-01-01',
        date_to: '2099-01-01',
      });
      expect(answer.body.data).toEqual({ matched: 0, queued: 0 });
    });
  });
});
