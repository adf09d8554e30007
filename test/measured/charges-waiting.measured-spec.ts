import type { Server } from 'node:http';
import { Agent, request } from 'undici';
import { createWorker } from '../../src/worker-app';
import {
  basic,
  eventually,
  onThisMachine,
  sayMeasured,
  startService,
  type TestMerchant,
  type TestService,
} from '../support';
import { cardBody } from '../support/charges';

const REQUESTS = 1_000;
const WAIT_MS = 20_000;
const AT_ONCE = 50;
/** So many looks in a row find the database idle. */
const QUIET_LOOKS = 5;
/** What one API process may hold open: its pool, the connection that listens, and those of its queue and its lock. */
const MAX_CONNECTIONS = 25;

let app: TestService;
let merchant: TestMerchant;
let agent: Agent;

beforeAll(async () => {
  app = await startService();
  merchant = await app.merchant();
  agent = new Agent({ connections: REQUESTS + 10 });
});

afterAll(async () => {
  await agent.close();
  await app.stop();
});

interface Waited {
  readonly status: number;
  readonly applied: unknown;
  readonly charge: string;
  readonly tookMs: number;
}

/** Creates a charge, or, sent again with a wait, waits for the outcome of the one that was created. */
async function send(key: number, headers: Record<string, string> = {}): Promise<Waited> {
  const startedMs = Date.now();
  const response = await request(`${app.url}/v1/charges`, {
    method: 'POST',
    dispatcher: agent,
    headers: {
      'content-type': 'application/json',
      authorization: basic(merchant),
      'idempotency-key': `charge-${key}`,
      ...headers,
    },
    body: JSON.stringify(cardBody()),
  });
  const body = (await response.body.json()) as { data: { status: string } };
  const { 'preference-applied': applied } = response.headers;
  return {
    status: response.statusCode,
    applied,
    charge: body.data.status,
    tookMs: Date.now() - startedMs,
  };
}

/** Sockets that clients hold open at the API. */
const sockets = () =>
  new Promise<number>((resolve, reject) => {
    (app.api.getHttpServer() as Server).getConnections((error, open) =>
      error === null ? resolve(open) : reject(error),
    );
  });

async function count(sql: string): Promise<number> {
  const [row] = await app.dataSource.query<{ count: string }[]>(`SELECT count(*) FROM ${sql}`);
  return Number(row?.count);
}

const busy = () =>
  count(
    `pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`,
  );
const connections = () => count('pg_stat_activity WHERE datname = current_database()');

describe('Contract §6, Answer: Prefer: wait', () => {
  it('1,000 waiting requests do not exhaust connections, keep nobody else waiting, and all get their answer', async () => {
    // The worker is ready and has not begun, so all of them stay pending.
    const worker = await createWorker(app.config);
    const numbers = Array.from({ length: REQUESTS }, (_, index) => index);
    for (let at = 0; at < REQUESTS; at += AT_ONCE) {
      await Promise.all(numbers.slice(at, at + AT_ONCE).map((key) => send(key)));
    }
    let answered = 0;
    let most = 0;
    const answers = Promise.all(
      numbers.map(async (key) => {
        const answer = await send(key, { prefer: `wait=${WAIT_MS / 1_000}` });
        answered += 1;
        return answer;
      }),
    );
    // Everybody is connected, nobody is answered, and the database has nothing to do: they wait in memory.
    let quiet = 0;
    await eventually(async () => {
      most = Math.max(most, await connections());
      const isQuiet = (await busy()) === 0 && (await sockets()) >= REQUESTS;
      quiet = isQuiet ? quiet + 1 : 0;
      expect(quiet).toBeGreaterThanOrEqual(QUIET_LOOKS);
    }, WAIT_MS - 1_000);
    expect(answered).toBe(0);
    expect(most).toBeLessThanOrEqual(MAX_CONNECTIONS);
    expect(await count(`pg_stat_activity WHERE application_name = 'repasse-charge-outcomes'`)).toBe(1);
    // Others are answered meanwhile.
    const startedMs = Date.now();
    expect((await merchant.client.get('/v1/charges?limit=1')).body.pagination.total).toBe(REQUESTS);
    const tookMs = Date.now() - startedMs;
    sayMeasured(`a request beside ${REQUESTS} that wait: ${tookMs} ms`);
    expect(tookMs).toBeLessThan(onThisMachine(5_000));

    await worker.init();
    const waited = await answers;
    await worker.close();
    for (const { status, applied, charge, tookMs } of waited) {
      expect([status, applied]).toEqual([201, 'wait=20']);
      // An outcome, or the whole time waited for one.
      expect(charge === 'captured' || (charge === 'pending' && tookMs >= WAIT_MS)).toBe(true);
    }
    expect(waited.filter(({ charge }) => charge === 'captured').length).toBeGreaterThan(0);
  });
});
