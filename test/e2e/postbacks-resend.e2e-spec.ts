import type { ServerResponse } from 'node:http';
import { eventually, type Receiver, today, usePostbacks } from '../support';

const ENDPOINTS = '/v1/postbacks/endpoints';
const LOGS = '/v1/postbacks/delivery-logs';
const PERIOD = { date_from: '2020-01-01', date_to: today() };

const { service, merchant, bench } = usePostbacks({
  worker: true,
  env: { POSTBACK_RETRY_WAITS: '0,300,6300', POSTBACK_BREAKER: '1000,30,900' },
});

const resend = async (id: string, headers?: Record<string, string>) => {
  const answer = await merchant.client.post(`${LOGS}/${id}/resend`, undefined, headers);
  expect(answer.status).toBe(202);
  return answer;
};
const stands = async (row: object) => eventually(async () => expect(await bench.logs()).toMatchObject([row]));
/** A delivery that has arrived, at a receiver that answers like this from then on. */
const arrived = async (
  then: number | 'hang',
): Promise<{ id: string; endpointId: string; shop: Receiver }> => {
  const shop = await bench.open((_received, index) => (index === 0 ? 200 : then));
  const { id: endpointId } = await bench.subscribe(shop.url);
  await bench.happens();
  return { id: await bench.logged('delivered'), endpointId, shop };
};

describe('what has arrived once, when its repeat is held up (contract §7, Held)', () => {
  const ENDS = ['pause', 'deletion'] as const;
  const end = async (how: (typeof ENDS)[number], endpointId: string): Promise<void> => {
    const path = `${ENDPOINTS}/${endpointId}`;
    if (how === 'pause') expect((await merchant.client.patch(path, { status: 'paused' })).status).toBe(200);
    else expect((await merchant.client.delete(path)).status).toBe(204);
  };

  it.each(ENDS)('a resend before a %s: it stays delivered', async (how) => {
    const { id, endpointId, shop } = await arrived('hang');
    await resend(id);
    await shop.wait(2);
    await end(how, endpointId);
    expect(await bench.logs()).toMatchObject([
      { id, status: 'delivered', next_attempt_at: null, delivered_at: expect.any(String) },
    ]);
  });

  it.each(ENDS)('a replay before a %s: it stays delivered', async (how) => {
    const { id, endpointId } = await arrived(500);
    const path = `${ENDPOINTS}/${endpointId}/replay`;
    await merchant.client.post(path, { ...PERIOD, status: 'delivered' });
    await stands({ status: 'retrying', attempt_count: 2 });
    await end(how, endpointId);
    await stands({ id, status: 'delivered', next_attempt_at: null });
    if (how === 'deletion') return;
    await merchant.client.patch(`${ENDPOINTS}/${endpointId}`, { status: 'active' });
    expect((await merchant.client.post(path, PERIOD)).body.data).toEqual({ matched: 0, queued: 0 });
  });
});

describe('resends of one delivery that come together (contract §7, Held: one attempt more)', () => {
  const together = (id: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => resend(id)));
  interface Stored {
    readonly attempt_count: number;
    readonly left: number;
    readonly wait: number | null;
  }
  /** The row once nobody is at it and nothing of it is due. */
  const settled = (id: string) =>
    eventually(async () => {
      const rows = await service.dataSource.query<(Stored & { readonly busy: boolean })[]>(
        `SELECT attempt_count, attempt_limit - attempt_count AS left, lease_until IS NOT NULL OR resend_due AS busy,
                extract(epoch FROM next_attempt_at - now())::float8 AS wait FROM postback_deliveries WHERE id = $1`,
        [id],
      );
      expect(rows).toMatchObject([{ busy: false }]);
      return rows[0]!;
    });

  /** No worker begins an attempt meanwhile: a claim passes over what somebody holds, and a resend, which changes no key, waits for nobody. */
  const whileUnclaimed = async (id: string, work: () => Promise<unknown>): Promise<void> => {
    const holder = service.dataSource.createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query('SELECT FROM postback_deliveries WHERE id = $1 FOR KEY SHARE', [id]);
      await work();
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
  };

  it('of a delivered one: each is followed by an attempt, and there are no more attempts than resends', async () => {
    const { id, shop } = await arrived(200);
    await together(id, 20);
    const askedMs = Date.now();
    const { attempt_count, left } = await settled(id);
    expect(attempt_count).toBeGreaterThan(1);
    expect(attempt_count).toBeLessThanOrEqual(21);
    expect(shop.received).toHaveLength(attempt_count);
    expect(left).toBeLessThanOrEqual(0);
    await stands({ status: 'delivered', attempt_count });
    await resend(id);
    await stands({ status: 'delivered', attempt_count: attempt_count + 1 });
    expect(shop.received.at(-1)!.at).toBeGreaterThanOrEqual(askedMs);
  });

  it('of a delivered one whose receiver fails: it is never tried again by itself', async () => {
    const { id } = await arrived(500);
    await resend(id);
    await stands({ status: 'delivered', attempt_count: 2 });
    await together(id, 10);
    const { attempt_count } = await settled(id);
    await stands({ status: 'delivered', attempt_count, next_attempt_at: null });
  });

  it('of a delivered one, while one hangs: one attempt more, and the schedule does not begin', async () => {
    const { id, shop } = await arrived('hang');
    await resend(id);
    await shop.wait(2);
    shop.answerWith(500);
    await together(id, 10);
    await service.dataSource.query(`UPDATE postback_deliveries SET lease_until = now() WHERE id = $1`, [id]);
    await resend(id);
    await shop.wait(3);
    await settled(id);
    await stands({ status: 'delivered', next_attempt_at: null });
  });

  it('of one that is retried: its next attempt comes when it would have, and as many are left', async () => {
    const shop = await bench.open(() => 500);
    await bench.subscribe(shop.url);
    await bench.happens();
    await stands({ status: 'retrying', attempt_count: 1 });
    const id = (await bench.logs())[0]!.id;
    for (let round = 0; round < 5; round += 1) await together(id, 2);
    const { attempt_count, left, wait } = await settled(id);
    expect(attempt_count).toBeGreaterThan(1);
    expect(left).toBe(2);
    expect(wait).toBeGreaterThan(230);
    expect(wait).toBeLessThanOrEqual(360);
  });

  it('of one that waits for its first attempt: that one', async () => {
    const shop = await bench.open(() => 500);
    const { id: endpointId } = await bench.subscribe(shop.url);
    await service.dataSource.query(
      `UPDATE postback_endpoints SET breaker_openings = 1, breaker_open_until = now() + interval '1 hour' WHERE id = $1`,
      [endpointId],
    );
    await bench.happens();
    const id = await bench.logged('pending');
    await whileUnclaimed(id, () => together(id, 5));
    await bench.look(endpointId);
    await stands({ status: 'retrying', attempt_count: 1 });
    expect(await settled(id)).toMatchObject({ left: 2 });
    expect(shop.received).toHaveLength(1);
  });
});

describe('the same Idempotency-Key after a 202 (contract §1)', () => {
  const KEY = { 'idempotency-key': 'again' };

  it.each(['ping', 'resend'] as const)(
    '%s: as it stands until the outcome is known, then the outcome',
    async (what) => {
      const open: ServerResponse[] = [];
      const isHeld = (index: number): boolean => index === (what === 'ping' ? 0 : 1);
      const shop = await bench.open((_received, index) =>
        isHeld(index) ? (_held, response) => open.push(response) : 200,
      );
      const { id: endpointId } = await bench.subscribe(shop.url);
      if (what === 'resend') await bench.happens();
      const path =
        what === 'ping'
          ? `${ENDPOINTS}/${endpointId}/ping`
          : `${LOGS}/${await bench.logged('delivered')}/resend`;
      const ask = () => merchant.client.post(path, undefined, KEY);
      const first = await ask();
      const [{ id }, waiting] = [first.body.data, what === 'ping' ? 'pending' : 'retrying'];
      expect([first.status, first.body.data.status]).toEqual([202, waiting]);
      await eventually(() => expect(open).toHaveLength(1));
      const during = await ask();
      expect([during.status, during.body.data.id, during.body.data.status]).toEqual([202, id, waiting]);
      expect(during.headers['idempotent-replayed']).toBe('true');
      open[0]!.end();
      const outcome = await eventually(async () => {
        const answer = await ask();
        expect(answer.status).toBe(200);
        return answer;
      });
      const [row] = await bench.logs();
      expect(outcome.body.data).toEqual(row);
      expect(row).toMatchObject({ id, status: 'delivered', attempt_count: what === 'ping' ? 1 : 2 });
      expect(outcome.headers['idempotent-replayed']).toBe('true');
      // From then on it stays so, whatever is asked for with another key.
      await resend(id as string);
      await eventually(async () =>
        expect((await bench.logs())[0]!.attempt_count).toBe(row!.attempt_count + 1),
      );
      expect((await ask()).text).toBe(outcome.text);
      expect(shop.received).toHaveLength(row!.attempt_count + 1);
    },
  );

  it('a resend that fails has its outcome when the attempt has failed', async () => {
    const { id } = await arrived(500);
    await resend(id, KEY);
    await eventually(async () => {
      const answer = await merchant.client.post(`${LOGS}/${id}/resend`, undefined, KEY);
      expect([answer.status, answer.body.data]).toMatchObject([
        200,
        { status: 'delivered', attempt_count: 2 },
      ]);
    });
  });
});
