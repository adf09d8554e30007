import { Client } from 'pg';
import { type Answer, eventually, startService, type TestMerchant, type TestService } from '../support';
import { cardBody, Charging, pixBody } from '../support/charges';
import { workerDatabaseUrl } from '../support/database';

const POOL_SIZE = 6;

describe('A row that somebody holds, and a merchant that asks too much, are nobody else’s trouble', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let other: TestMerchant;
  let chargeId: string;
  let holder: Client;
  /** Not in a transaction: there the sessions are those of the first look. */
  let watcher: Client;

  beforeAll(async () => {
    service = await startService({
      env: { DATABASE_POOL_SIZE: String(POOL_SIZE), DATABASE_CONNECT_TIMEOUT_MS: '5000' },
    });
    merchant = await service.merchant();
    other = await service.merchant();
    watcher = new Client({ connectionString: await workerDatabaseUrl() });
    await watcher.connect();
    chargeId = ((await new Charging(merchant.client).paidPix()) as { id: string }).id;
  });
  afterAll(async () => {
    await watcher.end();
    await service.stop();
  });

  beforeEach(async () => {
    holder = new Client({ connectionString: await workerDatabaseUrl() });
    await holder.connect();
    await holder.query('BEGIN');
  });
  afterEach(() => holder.end());

  const refund = (): Promise<Answer> => merchant.client.post(`/v1/charges/${chargeId}/refund`, { amount: 1 });
  const sessionsWaiting = async (): Promise<number> => {
    const { rows } = await watcher.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]!.count;
  };

  it.each([10, 100])('%i refunds of one locked charge hold one connection', async (count) => {
    await holder.query('SELECT 1 FROM charges WHERE id = $1 FOR UPDATE', [chargeId]);
    const refunds = Array.from({ length: count }, refund);
    await eventually(async () => expect(await sessionsWaiting()).toBe(1));
    const others = await Promise.all(
      Array.from({ length: 30 }, () => other.client.post('/v1/charges', pixBody())),
    );
    expect(others.map(({ status }) => status)).toEqual(Array(30).fill(201));
    // The merchant itself works on as well.
    expect((await merchant.client.post('/v1/charges', pixBody())).status).toBe(201);
    expect(await sessionsWaiting()).toBeLessThanOrEqual(1);
    await holder.query('ROLLBACK');
    const outcomes = new Set((await Promise.all(refunds)).map(({ status }) => status));
    expect([...outcomes].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(outcomes).toContain(201);
  });

  it('a wait for a lock has an end, and says when to come again', async () => {
    await holder.query('SELECT 1 FROM charges WHERE id = $1 FOR UPDATE', [chargeId]);
    const { status, body } = await refund();
    expect([status, body.error, body.retry_after_seconds]).toEqual([503, 'UNAVAILABLE', 1]);
  });

  it('a merchant whose every row is held takes a part of the pool', async () => {
    const charging = new Charging(merchant.client);
    const ids: string[] = [];
    for (let index = 0; index < 3 * POOL_SIZE; index += 1)
      ids.push(((await charging.paidPix()) as { id: string }).id);
    await holder.query('SELECT 1 FROM charges WHERE id = ANY ($1) FOR UPDATE', [ids]);
    const refunds = ids.map((id) => merchant.client.post(`/v1/charges/${id}/refund`, { amount: 1 }));
    await eventually(async () => expect(await sessionsWaiting()).toBe((POOL_SIZE / 3) * 2));
    for (let index = 0; index < 10; index += 1)
      expect((await other.client.post('/v1/charges', pixBody())).status).toBe(201);
    await holder.query('ROLLBACK');
    for (const { status } of await Promise.all(refunds)) expect([201, 503]).toContain(status);
  });

  it('a merchant whose every list is slow takes a part of the pool', async () => {
    await holder.query('LOCK TABLE refunds IN ACCESS EXCLUSIVE MODE');
    const lists = Array.from({ length: 3 * POOL_SIZE }, () =>
      merchant.client.get(`/v1/charges/${chargeId}/refunds`),
    );
    await eventually(async () => expect(await sessionsWaiting()).toBe((POOL_SIZE / 3) * 2));
    for (let index = 0; index < 10; index += 1)
      expect((await other.client.get('/v1/charges')).status).toBe(200);
    await holder.query('ROLLBACK');
    for (const { status } of await Promise.all(lists)) expect([200, 503]).toContain(status);
  });

  it('`Prefer: wait` holds no place while it waits', async () => {
    // No worker runs: the outcome does not come, and all of them wait out their time.
    const waiting = Array.from({ length: 4 * POOL_SIZE }, () =>
      merchant.client.post('/v1/charges', cardBody(), { prefer: 'wait=5' }),
    );
    let ended = false;
    void Promise.all(waiting).then(() => (ended = true));
    for (let index = 0; index < 10; index += 1)
      expect((await merchant.client.post('/v1/charges', pixBody())).status).toBe(201);
    expect(ended).toBe(false);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(4 * POOL_SIZE).fill(201));
  });
});
