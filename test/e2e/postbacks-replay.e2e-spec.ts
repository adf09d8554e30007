import { randomUUID } from 'node:crypto';
import { eventually, expectAllOnceOrSame, STARTED_ON, today, usePostbacks } from '../support';
import { notePlanted } from '../support/planted-events';

const ENDPOINTS = '/v1/postbacks/endpoints';
const period = (more: object = {}): object => ({ date_from: '2020-01-01', date_to: today(), ...more });

describe('replay (contract §7, Held)', () => {
  const { service, merchant, bench } = usePostbacks({ worker: true, env: { POSTBACK_RETRY_WAITS: '0,1' } });

  const setStatus = (id: string, status: string): Promise<unknown> =>
    merchant.client.patch(`${ENDPOINTS}/${id}`, { status });
  const replay = (
    id: string,
    body: object = period(),
    headers = {},
  ): ReturnType<typeof merchant.client.post> =>
    merchant.client.post(`${ENDPOINTS}/${id}/replay`, body, headers);

  /** An endpoint that was paused while events happened, and is active again. */
  const withHeld = async (url: string, count = 10): Promise<string> => {
    const { id } = await bench.subscribe(url);
    await setStatus(id, 'paused');
    await bench.happenMany(count);
    await eventually(async () => expect(await bench.logs('status=held')).toHaveLength(count));
    await setStatus(id, 'active');
    return id;
  };

  it('202 { matched, queued }: sends what was held, oldest first, each with its own id and bytes', async () => {
    const shop = await bench.open();
    const id = await withHeld(shop.url, 40);
    const held = (await bench.logs()).map((row) => row.id);
    const answer = await replay(id);
    expect([answer.status, answer.body.data]).toEqual([202, { matched: 40, queued: 40 }]);
    const received = await shop.wait(40);
    expectAllOnceOrSame(received, 40);
    expect(new Set(received.map(({ body }) => body.id as string))).toEqual(new Set(held));
    // Ten at a time: none comes more than ten places before its place.
    received.forEach(({ body }, index) => expect(body.sequence).toBeLessThanOrEqual(index + 1 + 10));
  });

  it('dry run: 200, the count, and nothing is sent', async () => {
    const shop = await bench.open();
    const id = await withHeld(shop.url);
    const answer = await replay(id, period({ dry_run: true }));
    expect([answer.status, answer.body.data]).toEqual([200, { matched: 10, queued: 0 }]);
    expect(await bench.logs('status=held')).toHaveLength(10);
  });

  it('a dry run needs the scope read alone; the replay itself the scope write', async () => {
    const reader = await service.merchant({ scopes: ['read'] });
    const path = `${ENDPOINTS}/01900000-0000-7000-8000-000000000000/replay`;
    expect((await reader.client.post(path, period({ dry_run: true }))).status).toBe(404);
    const refused = [period(), period({ dry_run: false }), period({ dry_run: 'true' }), [{ dry_run: true }]];
    for (const body of refused) {
      const answer = await reader.client.post(path, body);
      expect([answer.status, answer.body.error]).toEqual([403, 'FORBIDDEN']);
    }
  });

  describe('of very many, in steps', () => {
    const MANY = 3_500;
    const query = <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
      service.dataSource.query<T[]>(sql, values);

    /** An endpoint with many held deliveries, written straight into the table. */
    const withMany = async (url: string): Promise<string> => {
      const id = await withHeld(url, 1);
      const events = Array.from({ length: MANY - 1 }, () => randomUUID());
      events.forEach(notePlanted);
      await query(
        `WITH new AS (SELECT id AS event_id, n + 1 AS n FROM unnest($2::uuid[]) WITH ORDINALITY AS given (id, n)),
           events AS (
             INSERT INTO postback_events (merchant_id, id, occurred_at, payload)
             SELECT e.merchant_id, new.event_id, e.occurred_at, e.payload
               FROM new, postback_events e JOIN postback_deliveries d ON d.merchant_id = e.merchant_id AND d.event_id = e.id
              WHERE d.endpoint_id = $1)
           INSERT INTO postback_deliveries
             (id, merchant_id, endpoint_id, event_id, event, resource_id, sequence, status, attempt_count,
              attempt_limit, next_attempt_at, lease_until, claim, resend_due, delivered_at, search_text, created_at, updated_at)
           SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
                  merchant_id, endpoint_id, new.event_id, event, resource_id, n, 'held', 0, attempt_limit, NULL, NULL, 0, false,
                  NULL, search_text, now(), now()
             FROM postback_deliveries, new WHERE endpoint_id = $1`,
        id,
        events,
      );
      await query('UPDATE postback_endpoints SET last_sequence = $2 WHERE id = $1', id, MANY);
      return id;
    };
    const statuses = async (id: string): Promise<Record<string, number>> => {
      const rows = await query<{ status: string; count: number }>(
        'SELECT status, count(*)::int FROM postback_deliveries WHERE endpoint_id = $1 GROUP BY status',
        id,
      );
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    };

    it('all are sent, oldest first; no step makes more than a thousand due, and new events do not wait', async () => {
      const shop = await bench.open();
      const id = await withMany(shop.url);
      expect((await replay(id)).body.data).toEqual({ matched: MANY, queued: MANY });
      await shop.wait(100);
      await bench.happens('charge.failed');
      let most = 0;
      await eventually(async () => {
        const { retrying = 0, pending = 0, delivered = 0 } = await statuses(id);
        most = Math.max(most, retrying + pending);
        expect(delivered).toBe(MANY + 1);
      }, 50_000);
      expect(most).toBeLessThanOrEqual(1_001);
      const place = shop.received.findIndex(({ body }) => body.event === 'charge.failed');
      expect(place).toBeLessThan(2_500);
      const sequences = shop.received.map(({ body }) => body.sequence as number);
      expect(new Set(sequences).size).toBe(MANY + 1);
      sequences
        .filter((sequence) => sequence <= MANY)
        .forEach((sequence, index) => expect(sequence).toBeLessThanOrEqual(index + 1 + 50));
    });

    it('a pause ends it: what it has not reached stays held, and activating sends nothing', async () => {
      const shop = await bench.open();
      const id = await withMany(shop.url);
      await replay(id);
      await shop.wait(20);
      await setStatus(id, 'paused');
      await eventually(async () => {
        const { held = 0, delivered = 0 } = await statuses(id);
        expect(held + delivered).toBe(MANY);
      });
      await setStatus(id, 'active');
      await bench.happens('charge.failed');
      await eventually(() => expect(shop.of('charge.failed')).toHaveLength(1));
      expect((await statuses(id))['held']).toBeGreaterThan(2_000);
      const rows = await query<object>(
        'SELECT 1 FROM postback_replays WHERE endpoint_id = $1 AND finished_at IS NULL',
        id,
      );
      expect(rows).toEqual([]);
    });

    it('goes on when its worker forgot it: the sweeper finds it', async () => {
      const shop = await bench.open();
      const id = await withHeld(shop.url, 5);
      await query(
        `INSERT INTO postback_replays (merchant_id, id, endpoint_id, date_from, date_to, statuses, next_sequence, last_sequence, created_at)
         VALUES ((SELECT merchant_id FROM postback_endpoints WHERE id = $1), gen_random_uuid(), $1, '2020-01-01', '2099-01-01', '{held}', 1, 5, now())`,
        id,
      );
      await shop.wait(5, 20_000);
    });
  });

  it('status: held,exhausted by default; others when named', async () => {
    const shop = await bench.open(() => 500);
    const { id } = await bench.subscribe(shop.url);
    await bench.happens();
    await bench.logged('exhausted');
    shop.answerWith(200);
    expect((await replay(id)).body.data).toEqual({ matched: 1, queued: 1 });
    await bench.logged('delivered');
    expect((await replay(id)).body.data).toEqual({ matched: 0, queued: 0 });
    expect((await replay(id, period({ status: 'delivered,held' }))).body.data).toEqual({
      matched: 1,
      queued: 1,
    });
    const received = await shop.wait(4);
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
  });

  it('the period is inclusive days of UTC; outside of it nothing matches', async () => {
    const shop = await bench.open();
    const id = await withHeld(shop.url);
    const matched = async (date_from: string, date_to: string): Promise<unknown> =>
      (await replay(id, { date_from, date_to, dry_run: true })).body.data.matched;
    expect(await matched('2020-01-01', '2020-12-31')).toBe(0);
    expect(await matched(STARTED_ON, '2099-01-01')).toBe(10);
    const wrong: object[] = [
      {},
      { date_from: today() },
      { date_from: '2026-02-30', date_to: today() },
      { date_from: '2026-02-02', date_to: '2026-02-01' },
      period({ status: 'sent' }),
      period({ status: [] }),
      period({ dry_run: 'yes' }),
      period({ more: 1 }),
    ];
    for (const body of wrong) expect((await replay(id, body)).status).toBe(422);
  });

  it('on a paused endpoint: 409 ENDPOINT_PAUSED; of an unknown one: 404', async () => {
    const shop = await bench.open();
    const { id } = await bench.subscribe(shop.url);
    await setStatus(id, 'paused');
    const answer = await replay(id);
    expect([answer.status, answer.body.error]).toEqual([409, 'ENDPOINT_PAUSED']);
    expect((await replay('01900000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it('with an Idempotency-Key is done once', async () => {
    const shop = await bench.open();
    const id = await withHeld(shop.url);
    const headers = { 'idempotency-key': 'replay' };
    const first = await replay(id, period(), headers);
    await shop.wait(10);
    const again = await replay(id, period(), headers);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect(shop.received).toHaveLength(10);
  });
});
