import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { ServerResponse } from 'node:http';
import {
  eventually,
  onThisMachine,
  PostbackBench,
  type ReceiverAnswer,
  startService,
  type TestMerchant,
  type TestService,
} from '../support';
import { Charging, pixBody } from '../support/charges';

const LOGS = '/v1/postbacks/delivery-logs';
const TIMEOUT_MS = Math.round(onThisMachine(2_000));

/** contract §7 against receivers of every kind: well, badly, slowly, never, endlessly, with redirects and resets. */
describe('receivers', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let bench: PostbackBench;
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    service = await startService({
      worker: true,
      env: { POSTBACK_RETRY_WAITS: '0,1', POSTBACK_TIMEOUT_MS: String(TIMEOUT_MS) },
    });
  });
  beforeEach(async () => {
    merchant = await service.merchant();
    bench = new PostbackBench(service, merchant);
  });
  afterEach(async () => {
    await bench.close();
    for (const server of servers.splice(0)) server.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  });
  afterAll(() => service.stop());

  interface Attempt {
    readonly status: number | null;
    readonly body: string | null;
    readonly headers: Record<string, string> | null;
    readonly duration_ms: number;
    readonly error: string | null;
  }
  /** The first attempt of the one delivery, once it is recorded. */
  const firstAttempt = async (): Promise<Attempt> =>
    eventually(async () => {
      const [row] = await bench.logs();
      const { attempts } = (await merchant.client.get(`${LOGS}/${row?.id}`)).body.data;
      expect(attempts.length).toBeGreaterThan(0);
      return attempts[0] as Attempt;
    });
  const attemptAt = async (answer: ReceiverAnswer): Promise<Attempt> => {
    const shop = await bench.open(() => answer);
    await bench.subscribe(shop.url);
    await bench.happens();
    return firstAttempt();
  };
  /** A server that speaks TCP and what it likes. */
  const tcp = async (say: (socket: Socket) => void): Promise<string> => {
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      say(socket);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  const attemptAtTcp = async (say: (socket: Socket) => void): Promise<Attempt> => {
    await bench.subscribe(await tcp(say));
    await bench.happens();
    return firstAttempt();
  };

  it('well: 200 with a body, kept in the log', async () => {
    const attempt = await attemptAt((_, response) =>
      response.writeHead(200, { 'x-shop': 'yes' }).end('thanks'),
    );
    expect(attempt).toMatchObject({ status: 200, body: 'thanks', error: null, headers: { 'x-shop': 'yes' } });
    await bench.logged('delivered');
  });

  it.each([301, 302, 303, 307, 308])('a redirect (%i) is a failure and is not followed', async (status) => {
    const target = await bench.open();
    const attempt = await attemptAt((_, response) =>
      response.writeHead(status, { location: target.url }).end(),
    );
    expect(attempt.status).toBe(status);
    await bench.logged('exhausted');
    expect(target.received).toEqual([]);
  });

  it.each([400, 401, 404, 418, 429, 500, 503])('%i is a failure', async (status) => {
    expect((await attemptAt(status)).status).toBe(status);
    await bench.logged('exhausted');
  });

  it('slowly: an answer within the time is taken, the status counts and not the end of the body', async () => {
    const attempt = await attemptAt((_, response: ServerResponse) => {
      setTimeout(() => {
        response.writeHead(200);
        response.write('a first drop');
      }, TIMEOUT_MS / 2);
    });
    expect(attempt).toMatchObject({ status: 200, body: 'a first drop' });
    expect(attempt.duration_ms).toBeGreaterThan(TIMEOUT_MS * 0.9);
    expect(attempt.duration_ms).toBeLessThan(onThisMachine(TIMEOUT_MS * 1.5));
    await bench.logged('delivered');
  });

  it('too slowly: headers that drip beyond the time are a failure', async () => {
    const attempt = await attemptAtTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x-drop: 1\r\n'), 100);
      socket.on('close', () => clearInterval(drip));
    });
    expect(attempt).toMatchObject({ status: null, error: expect.stringMatching(/in time/) });
    expect(attempt.duration_ms).toBeLessThan(onThisMachine(TIMEOUT_MS * 1.5));
  });

  it('never: no answer is a failure after the whole time', async () => {
    const attempt = await attemptAt('hang');
    expect(attempt).toMatchObject({ status: null, error: expect.stringMatching(/in time/) });
    expect(attempt.duration_ms).toBeGreaterThanOrEqual(TIMEOUT_MS - 50);
    expect(attempt.duration_ms).toBeLessThan(onThisMachine(TIMEOUT_MS * 1.5));
  });

  it('endlessly: reading stops, 4 KiB are kept, and the connection is closed', async () => {
    let closed = false;
    const attempt = await attemptAt((_, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = (): void => {
        while (!closed && response.write('x'.repeat(1_024)));
      };
      response.on('drain', more);
      response.on('close', () => (closed = true));
      more();
    });
    expect([attempt.status, attempt.body]).toEqual([200, 'x'.repeat(4_096)]);
    expect(attempt.duration_ms).toBeLessThan(TIMEOUT_MS);
    await eventually(() => expect(closed).toBe(true));
    await bench.logged('delivered');
  });

  it('endless headers, and answers that are no HTTP, are failures', async () => {
    const endless = await attemptAtTcp((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n`);
      const more = (): void => {
        while (!socket.destroyed && socket.write(`x-${'h'.repeat(200)}: ${'v'.repeat(2_000)}\r\n`));
      };
      socket.on('drain', more);
      more();
    });
    expect(endless.status).toBeNull();
    merchant = await service.merchant();
    bench = new PostbackBench(service, merchant);
    const nonsense = await attemptAtTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.7\r\n'));
    expect(nonsense).toMatchObject({ status: null, error: expect.any(String) });
  });

  it('resets: before the answer a failure; after the status it is an answer', async () => {
    expect(await attemptAt('reset')).toMatchObject({
      status: null,
      error: expect.stringMatching(/connection/),
    });
    await bench.close();
    merchant = await service.merchant();
    bench = new PostbackBench(service, merchant);
    const cut = await attemptAtTcp((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', () => {
          setTimeout(() => socket.resetAndDestroy(), 100);
        });
      });
    });
    expect(cut).toMatchObject({ status: 200, body: 'half' });
  });

  it('the body carries the whole resource as the API returned it then, and its version grows', async () => {
    const shop = await bench.open();
    await bench.subscribe(shop.url, ['charge.*']);
    const charging = new Charging(merchant.client);
    const { id } = (await charging.create(pixBody())) as { id: string };
    const pending = await charging.read(id);
    await merchant.client.post(`/v1/sandbox/charges/${id}/pay`);
    const captured = await charging.read(id);
    await merchant.client.post(`/v1/charges/${id}/refund`, { amount: 100 });
    await eventually(() => expect(shop.of('charge.partially_refunded')).toHaveLength(1));
    const bodyOf = (event: string) => shop.of(event)[0]?.body;
    expect(bodyOf('charge.pending').charge).toEqual(pending);
    expect(bodyOf('charge.captured').charge).toEqual(captured);
    expect(bodyOf('charge.partially_refunded').refund).toMatchObject({ charge_id: id, amount: 100 });
    const versions = [...shop.received]
      .sort((left, right) => (left.body.sequence as number) - (right.body.sequence as number))
      .map(({ body }) => body.charge.version as number);
    expect(versions).toEqual([...new Set(versions)].sort((left, right) => left - right));
  });
});
