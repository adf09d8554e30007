import { Client } from 'pg';
import {
  eventually,
  expectAllOnceOrSame,
  PostbackBench,
  settingOnThisMachine,
  startService,
  type TestService,
} from '../support';
import { startProcess, type TestProcess } from '../support/process';

/** Longer than any retry of a connection. */
const AWAY_MS = 3_000;

describe('PostgreSQL goes away for a while and comes back', () => {
  let service: TestService;
  let bench: PostbackBench;
  let worker: TestProcess;

  beforeAll(async () => {
    service = await startService({
      env: { POSTBACK_TIMEOUT_MS: settingOnThisMachine(1_000), POSTBACK_RETRY_WAITS: '0,1,1,1,1,1' },
    });
    bench = new PostbackBench(service, await service.merchant());
    worker = await startProcess(service, 'worker');
  });
  afterAll(async () => {
    await worker.end('SIGKILL');
    await bench.close();
    await service.stop();
  });

  /** Ends every connection to the database of this spec and lets none in, as a restart of the server does. */
  const takeAway = async (): Promise<void> => {
    const url = new URL(service.environment['DATABASE_URL'] ?? '');
    const database = url.pathname.slice(1);
    url.pathname = '/postgres';
    const admin = new Client({ connectionString: url.href });
    await admin.connect();
    await admin.query(`ALTER DATABASE "${database}" ALLOW_CONNECTIONS false`);
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      database,
    ]);
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
    await admin.query(`ALTER DATABASE "${database}" ALLOW_CONNECTIONS true`);
    await admin.end();
  };

  it('the worker lives on, and every notification arrives; a request meanwhile gets 503', async () => {
    const shop = await bench.open(() => (_received, response) => {
      setTimeout(() => response.writeHead(200).end(), 100);
    });
    await bench.subscribe(shop.url);
    await bench.happenMany(200);
    await shop.wait(30);
    const away = takeAway();
    await eventually(async () => {
      const answer = await bench.merchant.client.get('/v1/postbacks/endpoints');
      expect([answer.status, answer.body.error]).toEqual([503, 'UNAVAILABLE']);
    });
    await away;
    await eventually(() => bench.happenMany(100));
    await eventually(() => {
      expect(new Set(shop.received.map(({ text }) => text)).size).toBe(300);
    }, 50_000);
    expectAllOnceOrSame(shop.received, 300);
    expect((await worker.client().get('/health/ready')).status).toBe(200);
  });
});
