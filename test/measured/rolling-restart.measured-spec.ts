import { Agent, request } from 'undici';
import { basic, startService, type TestMerchant, type TestService } from '../support';
import { pixBody } from '../support/charges';
import { describeBehindNginx } from '../support/needing';
import { expectBooksToHold } from '../support/books';
import { Nginx } from '../support/nginx';
import { startProcess, type TestProcess } from '../support/process';
import { PrivateRedis } from '../support/redis-server';
import { portToUse } from '../support/ports';

const RESTARTS = 20;
const CLIENTS = 16;
const EVERY_MS = 20;

/**
 * About time: connections that are kept end when they bring nothing for a second, which clients at work never leave them. On
 * a machine that does other things they do, so this runs alone.
 */
describeBehindNginx('a rolling restart behind a proxy that keeps its connections', () => {
  const agent = new Agent({ connections: CLIENTS });
  const processes: TestProcess[] = [];
  let redis: PrivateRedis;
  let service: TestService;
  let nginx: Nginx;

  const start = async (port: number): Promise<TestProcess> => {
    const env = { PORT: String(port), REDIS_URL: redis.url, DRAIN_SECONDS: '1', LOG_LEVEL: 'warn' };
    return startProcess(service, 'main', env);
  };

  beforeAll(async () => {
    // Two API processes need a Redis between them.
    redis = await PrivateRedis.start();
    service = await startService({ env: { REDIS_URL: redis.url } });
    for (const port of [await portToUse(), await portToUse()]) processes.push(await start(port));
    nginx = await Nginx.start(processes.map(({ port }) => port));
  });
  afterAll(async () => {
    await agent.close();
    await nginx.stop();
    await Promise.all(processes.map((started) => started.end('SIGKILL')));
    await service.stop();
    await expectBooksToHold();
    await redis.stop();
  });

  /** Charges one after the other until it is told to stop; each answer's status. */
  const charge = async (merchant: TestMerchant, client: number, goesOn: () => boolean): Promise<number[]> => {
    const statuses: number[] = [];
    while (goesOn()) {
      const { statusCode, body } = await request(`${nginx.url}/v1/charges`, {
        method: 'POST',
        dispatcher: agent,
        headers: {
          'content-type': 'application/json',
          authorization: basic(merchant),
          'idempotency-key': `rolling-${client}-${statuses.length}`,
        },
        body: JSON.stringify(pixBody()),
      });
      await body.dump();
      statuses.push(statusCode);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
    return statuses;
  };

  it(`no charge is answered 5xx in ${RESTARTS} of them`, async () => {
    const merchants = await Promise.all(Array.from({ length: CLIENTS }, () => service.merchant()));
    let goesOn = true;
    const answers = Promise.all(merchants.map((merchant, client) => charge(merchant, client, () => goesOn)));
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const [oldest] = processes.splice(0, 1);
      expect(await oldest?.end('SIGTERM')).toBe(0);
      processes.push(await start(oldest?.port ?? 0));
    }
    goesOn = false;
    // A merchant's own limit may be reached.
    const statuses = (await answers).flat().filter((status) => status !== 429);
    const odd = statuses.filter((status) => status !== 201);
    expect({ odd, errors: odd.length === 0 ? '' : nginx.errors() }).toEqual({ odd: [], errors: '' });
    expect(statuses.length).toBeGreaterThan(RESTARTS * CLIENTS);
  });
});
