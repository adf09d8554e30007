import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { MIGRATION_LOCK } from '../../src/database';
import { migrateDatabase } from '../../src/migrate';
import { eventually, onThisMachine, startService, type TestService } from '../support';
import { spawnProcess, type TestProcess } from '../support/process';
import { siblingUrl } from '../support/test-server';

const START_MS = 60_000;

describe('a worker may start before its database, and before the migrations (PostgreSQL queue too)', () => {
  let service: TestService;
  let empty: string;
  let url: string;
  let gate: Server | null = null;
  const sockets = new Set<Socket>();
  const workers: TestProcess[] = [];

  const onServer = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: service.config.database.url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    empty = `start_order_${process.pid}_${Date.now()}`;
    await onServer(`CREATE DATABASE ${empty} TEMPLATE template0`);
    url = siblingUrl(service.config.database.url, empty);
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.end('SIGKILL');
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => (gate === null ? resolve(null) : gate.close(resolve)));
    gate = null;
    await onServer(`DROP DATABASE ${empty} WITH (FORCE)`);
  });

  const start = async (databaseUrl: string): Promise<TestProcess> => {
    // No Redis: the queue is in the same database.
    const worker = await spawnProcess(service, 'worker', { DATABASE_URL: databaseUrl, REDIS_URL: '' });
    workers.push(worker);
    await eventually(async () => {
      expect((await worker.client().get('/health/live')).status).toBe(200);
    }, START_MS);
    expect((await worker.client().get('/health/ready')).status).toBe(503);
    return worker;
  };
  const ready = (worker: TestProcess): Promise<void> =>
    eventually(async () => {
      expect((await worker.client().get('/health/ready')).status).toBe(200);
    }, START_MS);
  /** Its queues have their workers: each listens on a connection of its own. */
  const listening = (): Promise<void> =>
    eventually(async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        const { rows } = await client.query<{ count: string }>(
          `SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND application_name LIKE 'postback-deliveries%'`,
          [empty],
        );
        expect(rows[0]?.count).toBe('2');
      } finally {
        await client.end();
      }
    }, START_MS);

  /** Lets connections through from now on to the address that refused them until now. */
  const letThrough = async (port: number): Promise<void> => {
    const target = new URL(url);
    gate = createServer((near) => {
      const far = createConnection(Number(target.port || 5432), target.hostname);
      for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => gate?.listen(port, '127.0.0.1', resolve));
  };

  it('before the migrations: it answers, and works once they have run', async () => {
    const worker = await start(url);
    // It says what it waits for, and nobody works before that is there.
    await eventually(async () => expect(worker.output()).toContain('waiting for its migrations'));
    expect((await worker.client().get('/health/ready')).status).toBe(503);
    expect(worker.output()).not.toMatch(/queue [a-z-]+:/);
    await migrateDatabase(url, null);
    await ready(worker);
    await listening();
    expect(worker.output()).not.toMatch(/queue [a-z-]+:/);
    expect(worker.output().match(/audit head: \d+ entries/g)).toHaveLength(1);
    expect(worker.output()).not.toMatch(/^\s+at /m);
    expect(await worker.end('SIGTERM')).toBe(0);
  });

  it('while somebody still migrates: what comes after our own migrations is waited for too', async () => {
    await migrateDatabase(url, null);
    const migrator = new Client({ connectionString: url });
    await migrator.connect();
    await migrator.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const worker = await start(url);
    await eventually(async () => expect(worker.output()).toContain('waiting for its migrations'));
    expect((await worker.client().get('/health/ready')).status).toBe(503);
    await migrator.end();
    await ready(worker);
  });

  it('before its server: refused at first, it works once there is one, and migrated', async () => {
    const refusing = new URL(url);
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { port: number };
    await new Promise((resolve) => holder.close(resolve));
    refusing.hostname = '127.0.0.1';
    refusing.port = String(port);
    const worker = await start(refusing.href);
    await letThrough(port);
    await migrateDatabase(url, null);
    await ready(worker);
    await listening();
    expect(worker.output()).not.toMatch(/^\s+at /m);
  });

  it('ends at once when it is told to while it waits for its migrations', async () => {
    const worker = await start(url);
    const startedMs = performance.now();
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(onThisMachine(10_000));
  });
});
