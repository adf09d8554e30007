import { Client } from 'pg';
import { ConnectionPool, isUnavailable, TxRunner } from '../../src/database';
import { type Answer, eventually, startService, type TestMerchant, type TestService } from '../support';
import { ChaosProxy } from '../support/chaos-proxy';
import { Charging, pixBody } from '../support/charges';
import { workerDatabaseUrl } from '../support/database';
import { siblingUrl } from '../support/test-server';

/** Well above the window of an address (specification, Rate limits: 100 a minute). */
const REQUESTS = 130;

describe('PostgreSQL refuses for a while: 503 to those who ask, and nobody pays for it afterwards', () => {
  let url: string;
  let proxy: ChaosProxy;
  let service: TestService;
  let merchant: TestMerchant;
  let admin: Client;

  beforeAll(async () => {
    url = await workerDatabaseUrl();
    proxy = await ChaosProxy.before(url, 5432);
    service = await startService({
      env: { DATABASE_URL: proxy.through(url), DATABASE_CONNECT_TIMEOUT_MS: '5000' },
    });
    merchant = await service.merchant();
    admin = new Client({ connectionString: siblingUrl(url, 'postgres') });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await service.stop();
    await proxy.close();
  });

  afterEach(async () => {
    await proxy.pass();
    await readOnly(false);
  });

  const database = (): string => new URL(url).pathname.slice(1);
  const expectUnavailable = ({ status, body }: Answer): void => {
    expect({ status, error: body.error, wait: body.retry_after_seconds }).toEqual({
      status: 503,
      error: 'UNAVAILABLE',
      wait: 1,
    });
  };
  const notReady = async (): Promise<void> => {
    const { status, body } = await service.anonymous.get('/health/ready');
    expect(status).toBe(503);
    expect(body.details).toContainEqual(expect.objectContaining({ field: 'database', code: 'down' }));
  };
  const ready = async (): Promise<void> => {
    await eventually(async () => {
      expect((await service.anonymous.get('/health/ready')).status).toBe(200);
    }, 5_000);
  };

  it('callers who cannot be looked up are counted nowhere', async () => {
    const limited = await service.merchant({ limits: 'default' });
    await proxy.refuse();
    for (let sent = 0; sent < REQUESTS; sent += 10) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => limited.client.get('/v1/submerchants')),
      );
      answers.forEach(expectUnavailable);
      expect(answers[0]?.headers['x-ratelimit-remaining']).toBe('100');
    }
    await notReady();
    await proxy.pass();
    await ready();
    // The address has its whole window, as if nothing had been.
    const unknown = await service.anonymous.get('/v1/submerchants');
    expect([unknown.status, unknown.headers['x-ratelimit-remaining']]).toEqual([401, '99']);
    const again = await limited.client.get('/v1/submerchants');
    expect([again.status, again.headers['x-ratelimit-remaining']]).toEqual([200, '199']);
  });

  it('a read-only server: writing is answered 503, and readiness knows', async () => {
    await readOnly(true);
    await eventually(async () => expectUnavailable(await merchant.client.post('/v1/charges', pixBody())));
    // The ends of the sessions reach the pool one by one: until then it may lend one of them.
    await eventually(async () => expect((await merchant.client.get('/v1/charges')).status).toBe(200));
    expectUnavailable(await merchant.client.post('/v1/charges', pixBody()));
    await notReady();
    await readOnly(false);
    await ready();
    const sessions = service.api.get(ConnectionPool).use()!.max;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => merchant.client.post('/v1/charges', pixBody())),
    );
    expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
    // Each session that began read-only is found once, and not lent again.
    let refused = 0;
    while ((await merchant.client.post('/v1/charges', pixBody())).status === 503) {
      expect((refused += 1)).toBeLessThanOrEqual(sessions);
    }
    expect((await merchant.client.post('/v1/charges', pixBody())).status).toBe(201);
  });

  it('a statement that waits too long for a lock, is cancelled, or loses its session', async () => {
    const { id } = await new Charging(merchant.client).paidPix();
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM charges WHERE id = $1 FOR UPDATE', [id]);
    const refund = (): Promise<Answer> => merchant.client.post(`/v1/charges/${id}/refund`, { amount: 100 });
    const waiting = (): Promise<number> =>
      eventually(async () => {
        const { rows } = await admin.query<{ pid: number }>(
          "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'",
          [database()],
        );
        expect(rows).toHaveLength(1);
        return rows[0]!.pid;
      });

    expectUnavailable(await refund());
    for (const end of ['pg_cancel_backend', 'pg_terminate_backend']) {
      const refused = refund();
      await admin.query(`SELECT ${end}($1)`, [await waiting()]);
      expectUnavailable(await refused);
    }
    await holder.query('ROLLBACK');
    await holder.end();
    expect((await refund()).status).toBe(201);
  });

  it('a transaction that stood still was ended: what it asks next is unavailable, not broken', async () => {
    const work = service.api.get(TxRunner).run(async (tx) => {
      const [session] = await tx.query<{ pid: number }[]>(
        `SELECT pg_backend_pid() AS pid, set_config('idle_in_transaction_session_timeout', '50', true)`,
      );
      await eventually(async () => {
        const { rowCount } = await admin.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [
          session!.pid,
        ]);
        expect(rowCount).toBe(0);
      });
      return tx.query('SELECT 1');
    });
    const failure: unknown = await work.catch((error: unknown) => error);
    expect(isUnavailable(failure)).toBe(true);
  });

  async function readOnly(on: boolean): Promise<void> {
    const name = database();
    await admin.query(
      on
        ? `ALTER DATABASE "${name}" SET default_transaction_read_only = on`
        : `ALTER DATABASE "${name}" RESET default_transaction_read_only`,
    );
    // A setting of the database is that of new sessions: as at a fail-over, all begin anew.
    if (on) {
      await admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
        [name],
      );
    }
  }
});
