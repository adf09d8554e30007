import { Client } from 'pg';
import { AnotherApiRunsError, SingleApiLock } from '../../src/database';
import {
  type Answer,
  eventually,
  onThisMachine,
  startService,
  type TestMerchant,
  type TestService,
} from '../support';
import { ChaosProxy } from '../support/chaos-proxy';
import { cardBody, pixBody } from '../support/charges';
import { workerDatabaseUrl } from '../support/database';

const POOL_SIZE = 8;
/** architecture §4: no request waits longer for a silent connection. */
const LONGEST_MS = 20_000;
/** Before any deadline of a statement (11 s); on a machine that does nothing else it is 5 s (the bench measures that). */
const READY_WITHIN_MS = 10_000;

/**
 * A firewall that forgot its connections, a machine that lost its power: bytes vanish and no end of a connection ever
 * arrives, while new connections work.
 */
describe('PostgreSQL behind connections that went silent', () => {
  let proxy: ChaosProxy;
  let service: TestService;
  let merchant: TestMerchant;
  /** One merchant alone may not use the whole pool. */
  let other: TestMerchant;

  beforeAll(async () => {
    const url = await workerDatabaseUrl();
    proxy = await ChaosProxy.before(url, 5432);
    service = await startService({
      env: {
        DATABASE_URL: proxy.through(url),
        DATABASE_POOL_SIZE: String(POOL_SIZE),
        DATABASE_CONNECT_TIMEOUT_MS: '5000',
      },
    });
    merchant = await service.merchant();
    other = await service.merchant();
  });
  afterAll(async () => {
    await service.stop();
    await proxy.close();
  });

  const timed = async (request: () => Promise<Answer>): Promise<{ status: number; tookMs: number }> => {
    const begun = performance.now();
    const { status } = await request();
    return { status, tookMs: performance.now() - begun };
  };
  const burst = (count: number, ask: (by: TestMerchant) => Promise<Answer> = charge) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => timed(() => ask(index % 2 === 0 ? merchant : other))),
    );
  /** Those that come together share a connection (decision 0028); who reads takes one of one's own. */
  const charge = ({ client }: TestMerchant): Promise<Answer> => client.post('/v1/charges', pixBody());
  const read = ({ client }: TestMerchant): Promise<Answer> => client.get('/v1/charges');
  /** Every connection of the pool is open and was used a moment ago. */
  const fillPool = async (): Promise<void> => {
    await eventually(async () => {
      await burst(4 * POOL_SIZE, read);
      expect(proxy.connections).toBeGreaterThanOrEqual(POOL_SIZE);
    });
  };
  const expectAllServed = async (): Promise<void> => {
    const [charges, reads] = await Promise.all([burst(POOL_SIZE), burst(POOL_SIZE, read)]);
    expect(charges.map(({ status }) => status)).toEqual(Array(POOL_SIZE).fill(201));
    expect(reads.map(({ status }) => status)).toEqual(Array(POOL_SIZE).fill(200));
  };

  it('requests get an end, and the API is ready again within seconds', async () => {
    await fillPool();
    expect(proxy.swallow()).toBeGreaterThanOrEqual(POOL_SIZE);
    const silent = performance.now();
    const hit = Promise.all([burst(2 * POOL_SIZE), burst(2 * POOL_SIZE, read)]);
    await eventually(async () => {
      expect((await service.anonymous.get('/health/ready')).status).toBe(200);
    }, LONGEST_MS);
    expect(performance.now() - silent).toBeLessThan(onThisMachine(READY_WITHIN_MS));
    for (const { status, tookMs } of (await hit).flat()) {
      expect([200, 201, 503]).toContain(status);
      expect(tookMs).toBeLessThan(onThisMachine(LONGEST_MS));
    }
    await expectAllServed();
  });

  it('connections that went silent while nobody used them cost nobody a request', async () => {
    await fillPool();
    // A connection must have been still for a second. Not for ten: the pool closes it then.
    await eventually(() => {
      expect(proxy.stillForMs).toBeGreaterThan(1_200);
    }, 30_000);
    expect(proxy.swallow()).toBeGreaterThanOrEqual(POOL_SIZE);
    await expectAllServed();
  });

  it('a slow statement is no silent one', async () => {
    const [row] = await service.dataSource.query<{ done: boolean }[]>(
      'SELECT pg_sleep(5) IS NOT NULL AS done',
    );
    expect(row).toEqual({ done: true });
  });

  it('new connections that nobody answers: 503 in time', async () => {
    proxy.cut();
    proxy.mute();
    const [answer] = await burst(1);
    expect(answer?.status).toBe(503);
    expect(answer?.tookMs).toBeLessThan(onThisMachine(LONGEST_MS));
    await proxy.pass();
    await eventually(async () => {
      expect((await burst(1))[0]?.status).toBe(201);
    });
  });

  it('`Prefer: wait` does not wait past its time on a silent connection', async () => {
    const asked = (): Promise<Answer> =>
      merchant.client.post('/v1/charges', cardBody(), { prefer: 'wait=3' });
    expect((await asked()).status).toBe(201);
    proxy.swallow();
    const waiting = timed(asked);
    expect((await waiting).tookMs).toBeLessThan(onThisMachine(LONGEST_MS));
  });

  it('the lock of the one API is taken again, though its silent session still holds it', async () => {
    const url = proxy.through(await workerDatabaseUrl());
    const lost = jest.fn();
    const lock = new SingleApiLock(url, lost);
    await lock.acquire();
    const before = await holder();
    proxy.swallow();
    await eventually(async () => {
      const now = await holder();
      expect(now).not.toBeNull();
      expect(now).not.toBe(before);
    }, 30_000);
    await expect(new SingleApiLock(url, lost).acquire()).rejects.toThrow(AnotherApiRunsError);
    expect(lost).not.toHaveBeenCalled();
    await lock.release();
  });
});

/** The session that holds an advisory lock, or null. */
async function holder(): Promise<number | null> {
  const client = new Client({ connectionString: await workerDatabaseUrl() });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND database =
       (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  await client.end();
  return rows[0]?.pid ?? null;
}
