import type { ServerResponse } from 'node:http';
import { Randomness } from '../../src/common';
import { SendBatchUseCase } from '../../src/postbacks/delivery/send-batch.use-case';
import {
  eventually,
  PostbackBench,
  startService,
  type TestMerchant,
  type TestService,
  TimeMachine,
} from '../support';

const ENDPOINTS = '/v1/postbacks/endpoints';
const LOGS = '/v1/postbacks/delivery-logs';
const DAY = 86_400;

describe('what happens to deliveries as time goes by, on a clock that is moved', () => {
  let time: TimeMachine;
  let service: TestService;
  let merchant: TestMerchant;
  let bench: PostbackBench;
  /** What the injected randomness says, in [0, 1). */
  let luck = 0.5;

  beforeAll(async () => {
    time = await TimeMachine.install();
    service = await startService({ worker: true });
    await time.freeze();
    const randomness = service.worker!.get(Randomness);
    const bytes = randomness.bytes.bind(randomness);
    const drawn = (): Buffer => {
      const four = Buffer.alloc(4);
      four.writeUInt32BE(Math.floor(luck * 2 ** 32));
      return four;
    };
    Object.assign(randomness, { bytes: (count: number) => (count === 4 ? drawn() : bytes(count)) });
  });
  beforeEach(async () => {
    luck = 0.5;
    merchant = await service.merchant();
    bench = new PostbackBench(service, merchant);
  });
  afterEach(() => bench.close());
  afterAll(() => service.stop());

  const query = <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
    service.dataSource.query<T[]>(sql, values);

  describe('contract §7, Success: the schedule', () => {
    /** The wait that was written for the one delivery of this merchant, in seconds. */
    const waitOf = async (attempts: number): Promise<number> =>
      eventually(async () => {
        const [row] = await query<{ wait: number; attempt_count: number }>(
          `SELECT attempt_count, extract(epoch FROM next_attempt_at - updated_at)::float8 AS wait
             FROM postback_deliveries WHERE merchant_id = $1`,
          merchant.id,
        );
        expect(row?.attempt_count).toBe(attempts);
        return row?.wait ?? 0;
      });

    it('what one worker is sending, no other sends as well', async () => {
      const open: ServerResponse[] = [];
      const shop = await bench.open(() => (_held, response) => open.push(response));
      const { id } = await bench.subscribe(shop.url);
      await bench.happens();
      await eventually(() => {
        expect(open).toHaveLength(1);
      });
      // As another worker does, which knows nothing of what this one is at.
      const other = service.worker!.get(SendBatchUseCase);
      await other.execute({ merchantId: merchant.id, endpointId: id }, 'fast', () => false);
      expect(open).toHaveLength(1);
      open[0]!.writeHead(200).end();
      await eventually(async () =>
        expect((await bench.logs()).map(({ status }) => status)).toEqual(['delivered']),
      );
      expect(shop.received).toHaveLength(1);
    });

    it('a failure that comes when another worker has the delivery says nothing of it', async () => {
      const open: ServerResponse[] = [];
      const shop = await bench.open(() => (_held, response) => open.push(response));
      const { id } = await bench.subscribe(shop.url);
      await bench.happens();
      await eventually(() => {
        expect(open).toHaveLength(1);
      });
      // What another worker writes that takes it.
      await query(
        `UPDATE postback_deliveries SET claim = claim + 1, lease_until = now() + interval '30 s' WHERE merchant_id = $1`,
        merchant.id,
      );
      open[0]?.writeHead(500).end();
      await time.advance(31);
      await eventually(async () => {
        void bench.look(id);
        expect(open).toHaveLength(2);
      });
      expect(shop.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '1']);
      open[1]?.end();
      await eventually(async () => {
        expect(await bench.logs('status=delivered')).toHaveLength(1);
      });
    });

    it('failures of the address before are none of a new one, whose attempts go out at once', async () => {
      const [open, openOfNew]: [ServerResponse[], ServerResponse[]] = [[], []];
      const shop = await bench.open(({ path }, index) => {
        if (path === '/hooks/new') return (_held, response) => openOfNew.push(response);
        return index < 4 ? 500 : (_held, response) => open.push(response);
      });
      const { id } = await bench.subscribe(shop.url);
      const health = async (): Promise<unknown> =>
        (await merchant.client.get(`${ENDPOINTS}/${id}`)).body.data.health;
      await bench.happenMany(10);
      await eventually(() => expect(open.length).toBeGreaterThanOrEqual(5));
      open.shift()?.writeHead(500).end();
      await eventually(async () =>
        expect(await health()).toMatchObject({ failed_attempts: 5, next_probe_at: expect.any(String) }),
      );
      await merchant.client.patch(`${ENDPOINTS}/${id}`, { url: `${shop.url}/new` });
      const late = open.splice(0);
      for (const response of late) response.writeHead(500).end();
      await eventually(async () => expect(await bench.logs('status=retrying')).toHaveLength(5 + late.length));
      expect(await health()).toMatchObject({ failed_attempts: 5, next_probe_at: null });
      await bench.look(id);
      await eventually(async () => {
        for (const response of openOfNew.splice(0)) response.writeHead(200).end();
        expect(await bench.logs('status=delivered')).toHaveLength(5 - late.length);
      });
    });

    it('10 attempts; 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h from the end of the one before; ±20 %', async () => {
      const shop = await bench.open(() => 500);
      const { id } = await bench.subscribe(shop.url);
      await bench.happens();
      const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
      for (const [index, seconds] of waits.entries()) {
        const attempts = index + 1;
        // The worker draws before it writes: what is drawn now counts for the next wait.
        const [drawn, next] = [luck, (index * 0.37) % 1];
        const wait = await waitOf(attempts);
        expect(wait).toBeCloseTo(seconds * (0.8 + 0.4 * drawn), 0);
        luck = next;
        await time.advance(wait - 3);
        await bench.look(id);
        expect(shop.received).toHaveLength(attempts);
        await time.advance(3.1);
        // The sweep may be at the endpoint already: who looks then comes back before it has sent.
        await eventually(async () => {
          await bench.look(id);
          expect(shop.received).toHaveLength(attempts + 1);
        });
      }
      const delivery = await bench.logged('exhausted');
      const { attempts } = (await merchant.client.get(`${LOGS}/${delivery}`)).body.data;
      expect(attempts.map(({ number }: { number: number }) => number)).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
      ]);
      expect(new Set(shop.received.map(({ text }) => text)).size).toBe(1);
      expect(shop.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(
        Array.from({ length: 10 }, (_, index) => String(index + 1)),
      );
      // After more than three days of failures the endpoint is still active: it takes five.
      expect((await merchant.client.get(`${ENDPOINTS}/${id}`)).body.data.status).toBe('active');
    });

    it('Retry-After may lengthen a wait, to 24 h at most, and shortens none', async () => {
      let after = '120';
      const shop = await bench.open(() => (_, response) => {
        response.writeHead(503, { 'retry-after': after }).end();
      });
      const { id } = await bench.subscribe(shop.url);
      await bench.happens();
      expect(await waitOf(1)).toBeCloseTo(120, 0);
      after = String(10 * DAY);
      await time.advance(121);
      await bench.look(id);
      expect(await waitOf(2)).toBeCloseTo(DAY, 0);
      after = '1';
      await time.advance(DAY + 1);
      await bench.look(id);
      expect(await waitOf(3)).toBeCloseTo(1_800, 0);
      // However many digits.
      after = '9'.repeat(20);
      await time.advance(1_801);
      await bench.look(id);
      expect(await waitOf(4)).toBeCloseTo(DAY, 0);
    });
  });

  describe('contract §7, Pause by failure', () => {
    it('10 failed attempts in 5 days without success pause it; an endpoint to which nothing is sent never is', async () => {
      const [shop, idle] = [await bench.open(() => 500), await bench.open(() => 500)];
      const { id } = await bench.subscribe(shop.url, ['charge.captured']);
      const quiet = await bench.subscribe(idle.url, ['charge.failed']);
      await bench.happens('charge.failed');
      await bench.happens();
      await eventually(() => expect([idle, shop].map(({ received }) => received.length)).toEqual([1, 1]));
      const failures = async (): Promise<number> => {
        const sql = 'SELECT failed_attempts AS failures FROM postback_endpoints WHERE id = $1';
        return (await query<{ failures: number }>(sql, id))[0]?.failures ?? 0;
      };
      // None is ever answered well: ten attempts have failed before the fifth day ends.
      for (let day = 1; day <= 5; day += 1) {
        const known = await failures();
        expect((await merchant.client.get(`${ENDPOINTS}/${id}`)).body.data.status).toBe('active');
        await time.advance(DAY + 60);
        await bench.happenMany(8);
        await eventually(async () => {
          await bench.look(id);
          expect(await failures()).toBeGreaterThan(known);
        });
      }
      await eventually(async () => {
        // The longest that the breaker waits between two attempts.
        await time.advance(901);
        await bench.look(id);
        const { status, paused_reason } = (await merchant.client.get(`${ENDPOINTS}/${id}`)).body.data;
        expect([status, paused_reason]).toEqual(['paused', 'failing']);
      });
      const left = await query<{ failed_attempts: number }>(
        'SELECT failed_attempts FROM postback_endpoints WHERE id = $1',
        quiet.id,
      );
      expect(left[0]?.failed_attempts).toBeGreaterThan(0);
    });
  });
});
