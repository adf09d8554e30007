import { Agent, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { eventually, onThisMachine, startService, type TestService } from '../support';
import { spawnProcess, startProcess } from '../support/process';

/** How long connections that are kept may bring one more request (src/main.ts). */
const KEPT_MS = 1_000;

/** A wire to the database that can be cut. */
class Wire {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(private readonly target: URL) {
    this.server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined);
      }
      near.pipe(far).pipe(near);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const url = new URL(this.target);
    const address = this.server.address();
    if (typeof address === 'object' && address !== null) url.port = String(address.port);
    return url.href;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

describe('SIGTERM while the database is away', () => {
  let service: TestService;
  /** Takes connections and never says a word. */
  const silent = createServer();

  beforeAll(async () => {
    service = await startService();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    silent.close();
    await service.stop();
  });

  it.each(['main', 'worker'] as const)('%s still ends, within 30 seconds', async (kind) => {
    const wire = new Wire(new URL(service.config.database.url));
    const child = await startProcess(service, kind, { DATABASE_URL: await wire.open() });
    await wire.cut();
    const startedMs = performance.now();
    await child.end('SIGTERM');
    expect(performance.now() - startedMs).toBeLessThan(onThisMachine(30_000));
  });

  it.each(['main', 'worker'] as const)('%s that still starts ends at once', async (kind) => {
    const sockets = new Set<Socket>();
    const called = new Promise<void>((resolve) => {
      silent.once('connection', (socket: Socket) => {
        sockets.add(socket);
        resolve();
      });
    });
    const url = new URL(service.config.database.url);
    url.port = String((silent.address() as AddressInfo).port);
    const child = await spawnProcess(service, kind, { DATABASE_URL: url.href });
    await called;
    const startedMs = performance.now();
    await child.end('SIGTERM');
    expect(performance.now() - startedMs).toBeLessThan(onThisMachine(5_000));
    for (const socket of sockets) socket.destroy();
  });
});

describe('SIGTERM while clients keep their connections', () => {
  let service: TestService;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    agent.destroy();
    await service.stop();
  });

  const ask = (port: number) =>
    new Promise<{ status: number | undefined; connection: string | undefined; isReused: boolean }>(
      (resolve, reject) => {
        const asked = request({ agent, port, host: '127.0.0.1', path: '/health/live' }, (response) => {
          const { statusCode: status, headers } = response;
          response.resume().once('end', () => {
            resolve({ status, connection: headers.connection, isReused: asked.reusedSocket });
          });
        });
        asked.once('error', reject).end();
      },
    );

  const listens = (port: number) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });

  it('a request on one of them is answered, when no new ones are taken any more', async () => {
    for (;;) {
      const api = await startProcess(service, 'main');
      expect(await ask(api.port)).toMatchObject({ status: 200, connection: 'keep-alive' });
      const begun = performance.now();
      const ended = api.end('SIGTERM');
      await eventually(async () => expect(await listens(api.port)).toBe(false));
      const answer = await ask(api.port).catch(() => null);
      const askedWithinMs = performance.now() - begun;
      expect(await ended).toBe(0);
      // Whoever comes later than the second that a kept connection has says nothing of it: another process is asked.
      if (answer === null && askedWithinMs > KEPT_MS) continue;
      expect(answer).toEqual({ status: 200, connection: 'close', isReused: true });
      return;
    }
  });

  it('one that brings nothing more does not keep the process', async () => {
    const api = await startProcess(service, 'main');
    await ask(api.port);
    const startedMs = performance.now();
    expect(await api.end('SIGTERM')).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(onThisMachine(5_000));
  });
});
