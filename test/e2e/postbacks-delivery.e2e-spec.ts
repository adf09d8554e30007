import type { ServerResponse } from 'node:http';
import { eventually, type ReceiverAnswer, settingOnThisMachine, usePostbacks } from '../support';

const ENDPOINTS = '/v1/postbacks/endpoints';
const LOGS = '/v1/postbacks/delivery-logs';

describe('the delivery of notifications', () => {
  const { service, merchant, bench } = usePostbacks({
    worker: true,
    env: {
      POSTBACK_RETRY_WAITS: '0,1,1,1',
      POSTBACK_TIMEOUT_MS: settingOnThisMachine(1_500),
      // These are about the schedule; postbacks-breaker is about the breaker.
      POSTBACK_BREAKER: '1000,30,900',
    },
  });

  describe('contract §7, Success', () => {
    it.each([200, 201, 202, 204, 299])('%i is success', async (status) => {
      const shop = await bench.open(() => status);
      await bench.subscribe(shop.url);
      await bench.happens();
      await bench.logged('delivered');
      expect(shop.received).toHaveLength(1);
    });

    it.each([
      ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/elsewhere' }).end()],
      ['400', (response: ServerResponse) => response.writeHead(400).end()],
      ['500', (response: ServerResponse) => response.writeHead(500).end()],
    ])('%s is a failure, tried again with the same id and bytes', async (_what, fail) => {
      const shop = await bench.open((_received, index) =>
        index === 0 ? (_, response) => fail(response) : 200,
      );
      await bench.subscribe(shop.url);
      await bench.happens();
      const [first, second] = await shop.wait(2);
      expect(second?.text).toBe(first?.text);
      expect(second?.path).toBe('/hooks');
      expect([first?.headers['x-service-attempt'], second?.headers['x-service-attempt']]).toEqual(['1', '2']);
      const waitedMs = second!.at - first!.at;
      expect(waitedMs).toBeGreaterThanOrEqual(780);
      await bench.logged('delivered');
    });

    it.each<[ReceiverAnswer, RegExp]>([
      ['hang', /in time/],
      ['reset', /connection/],
    ])('%s is a failure, and the attempt says why', async (answer, reason) => {
      const shop = await bench.open((_received, index) => (index === 0 ? answer : 200));
      await bench.subscribe(shop.url);
      await bench.happens();
      await shop.wait(2);
      const id = await bench.logged('delivered');
      const { attempts } = (await merchant.client.get(`${LOGS}/${id}`)).body.data;
      expect(attempts).toMatchObject([
        { number: 1, status: null, error: expect.stringMatching(reason) },
        { number: 2, status: 200, error: null },
      ]);
    });

    it('nobody listens: a failure as well', async () => {
      const shop = await bench.open();
      await bench.subscribe(shop.url);
      await bench.close();
      await bench.happens();
      const row = await eventually(async () => {
        const [first] = await bench.logs();
        expect(first?.attempt_count).toBeGreaterThan(0);
        return first;
      });
      expect(row?.status).toBe('retrying');
    });

    it('after the last attempt of the schedule it is exhausted', async () => {
      const shop = await bench.open(() => 500);
      await bench.subscribe(shop.url);
      await bench.happens();
      const id = await bench.logged('exhausted');
      expect(shop.received).toHaveLength(4);
      expect((await merchant.client.get(`${LOGS}/${id}`)).body.data).toMatchObject({
        attempt_count: 4,
        next_attempt_at: null,
        delivered_at: null,
        attempts: [1, 2, 3, 4].map((number) => ({ number, status: 500 })),
      });
    });

    it('Retry-After lengthens the wait', async () => {
      const shop = await bench.open((_received, index) =>
        index === 0 ? (_, response) => response.writeHead(503, { 'retry-after': '3' }).end() : 200,
      );
      await bench.subscribe(shop.url);
      await bench.happens();
      const [first, second] = await shop.wait(2);
      expect(second!.at - first!.at).toBeGreaterThanOrEqual(2_900);
    });

    it('410 pauses the endpoint at once; what was to be sent is held; the other endpoints hear of it', async () => {
      const [gone, other] = [await bench.open(() => 410), await bench.open()];
      const { id } = await bench.subscribe(gone.url);
      await bench.subscribe(other.url, ['endpoint.*']);
      await bench.happens();
      const [notified] = await other.wait(1);
      expect(notified?.body).toMatchObject({
        event: 'endpoint.paused',
        endpoint: { id, status: 'paused', paused_reason: 'gone', url: gone.url },
      });
      expect(notified?.text).not.toContain('whsec_');
      expect((await merchant.client.get(`${ENDPOINTS}/${id}`)).body.data).toMatchObject({
        status: 'paused',
        paused_reason: 'gone',
      });
      await bench.logged('held', `endpoint_id=${id}`);
      expect(gone.received).toHaveLength(1);
    });
  });

  describe('contract §7, Pause by failure', () => {
    const failsSince = (id: string, since: string, failures: number): Promise<unknown> =>
      service.dataSource.query(
        'UPDATE postback_endpoints SET failing_since = now() - $2::interval, failed_attempts = $3 WHERE id = $1',
        [id, since, failures],
      );
    const reasonOf = async (id: string): Promise<string | null> =>
      (await merchant.client.get(`${ENDPOINTS}/${id}`)).body.data.paused_reason as string | null;

    it('10 attempts failed and none succeeded in 5 days: paused as failing', async () => {
      const shop = await bench.open(() => 500);
      const { id } = await bench.subscribe(shop.url);
      await failsSince(id, '5 days 1 minute', 9);
      await bench.happens();
      await eventually(async () => expect(await reasonOf(id)).toBe('failing'));
      await bench.logged('held');
    });

    it('not before 10 attempts, not before 5 days, and a success begins the count anew', async () => {
      const shop = await bench.open((_received, index) => (index < 3 ? 500 : 200));
      const { id } = await bench.subscribe(shop.url);
      await failsSince(id, '5 days 1 minute', 1);
      await bench.happens();
      await shop.wait(1);
      await failsSince(id, '4 days 23 hours', 50);
      await shop.wait(4);
      await bench.logged('delivered');
      expect(await reasonOf(id)).toBeNull();
      const rows = await service.dataSource.query<object[]>(
        'SELECT failing_since, failed_attempts FROM postback_endpoints WHERE id = $1',
        [id],
      );
      expect(rows).toEqual([{ failing_since: null, failed_attempts: 0 }]);
    });
  });

  describe('contract §7, Held', () => {
    it('what happens while an endpoint is paused is held; activating sends nothing by itself', async () => {
      const shop = await bench.open();
      const { id } = await bench.subscribe(shop.url);
      await merchant.client.patch(`${ENDPOINTS}/${id}`, { status: 'paused' });
      await bench.happens();
      await bench.logged('held');
      await merchant.client.patch(`${ENDPOINTS}/${id}`, { status: 'active' });
      await bench.happens('charge.failed');
      await shop.wait(1);
      expect(shop.received.map(({ body }) => body.event as string)).toEqual(['charge.failed']);
    });

    it('what was still to be sent when it was paused is held', async () => {
      const shop = await bench.open(() => 500);
      const { id } = await bench.subscribe(shop.url);
      await bench.happens();
      await shop.wait(1);
      await merchant.client.patch(`${ENDPOINTS}/${id}`, { status: 'paused' });
      await bench.logged('held');
    });

    it('DELETE cancels what was still to be sent; the log keeps it', async () => {
      const shop = await bench.open(() => 500);
      const { id } = await bench.subscribe(shop.url);
      await bench.happens();
      await shop.wait(1);
      await merchant.client.delete(`${ENDPOINTS}/${id}`);
      await bench.logged('cancelled');
      const count = shop.received.length;
      await bench.happens();
      const watched = await bench.open();
      await bench.subscribe(watched.url);
      await bench.happens();
      await watched.wait(1);
      expect(shop.received).toHaveLength(count);
    });
  });
});
