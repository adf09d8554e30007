import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, eventually, PostbackBench, startService, type TestService, type JsonBody } from '../support';

const ROOT = join(__dirname, '..', '..');
const EXAMPLE = join(ROOT, 'examples', 'receiver');
const ENDPOINTS = '/v1/postbacks/endpoints';

/** A real process of the merchant's side, with everything it writes. */
class Listener {
  stdout = '';
  stderr = '';
  private readonly child: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(args: readonly string[], env: Record<string, string> = {}) {
    const { PATH = '', HOME = '' } = process.env;
    this.child = spawn(process.execPath, args, { cwd: ROOT, env: { PATH, HOME, ...env } });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  /** The port that it says it listens on. */
  async port(): Promise<number> {
    return eventually(() => {
      const said = /(?:127\.0\.0\.1:|listening on )(\d+)/.exec(this.stderr + this.stdout);
      expect([said === null, this.child.exitCode, this.stderr]).toEqual([false, null, expect.anything()]);
      return Number(said?.[1]);
    }, 120_000);
  }

  /** The JSON objects of standard output, one a line. */
  get lines(): JsonBody[] {
    return this.stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as unknown);
  }

  async stop(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.ended;
  }
}

/** A copy of the example with what its package.json names, as an installation leaves it. */
function installed(): string {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'sdk.mjs')]);
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  cpSync(EXAMPLE, folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules', '@repasse'), { recursive: true });
  symlinkSync(join(ROOT, 'packages', 'sdk'), join(folder, 'node_modules', '@repasse', 'sdk'));
  symlinkSync(join(ROOT, 'node_modules', 'express'), join(folder, 'node_modules', 'express'));
  return folder;
}

describe('the receiving side', () => {
  let service: TestService;
  let bench: PostbackBench;
  const listeners: Listener[] = [];

  beforeAll(async () => {
    service = await startService({ worker: true, env: { POSTBACK_RETRY_WAITS: '0,1' } });
    bench = new PostbackBench(service, await service.merchant());
  });
  afterAll(async () => {
    for (const listener of listeners) await listener.stop();
    await bench.close();
    await service.stop();
  });

  const start = (...given: ConstructorParameters<typeof Listener>): Listener => {
    const listener = new Listener(...given);
    listeners.push(listener);
    return listener;
  };
  const listen = (...args: string[]): Listener =>
    start([join(ROOT, 'scripts', 'cli.mjs'), 'listen', '--port', '0', ...args]);
  /** An endpoint whose receiver is not there yet: it needs the secret. */
  const endpoint = async (): Promise<{ id: string; secret: string }> =>
    bench.subscribe('http://127.0.0.1:9/hooks', ['ping']);
  const pingAt = async (id: string, port: number): Promise<void> => {
    await bench.merchant.client.patch(`${ENDPOINTS}/${id}`, { url: `http://127.0.0.1:${port}/hooks` });
    expect((await bench.merchant.client.post(`${ENDPOINTS}/${id}/ping`)).status).toBe(202);
  };

  describe('listen', () => {
    it('--json prints a line for each notification with the verdict on its signature; Ctrl-C ends it', async () => {
      const { id, secret } = await endpoint();
      const listener = listen('--secret', secret, '--json');
      const port = await listener.port();
      await pingAt(id, port);
      await eventually(() => expect(listener.lines).toHaveLength(1));
      expect(listener.lines[0]).toMatchObject({
        path: '/hooks',
        event: 'ping',
        attempt: 1,
        signature: 'valid',
        body: { event: 'ping', endpoint: { id } },
      });
      await bench.logged('delivered', `endpoint_id=${id}`);
      const client = new Client(`http://127.0.0.1:${port}`);
      expect((await client.post('/x', { a: 1 })).status).toBe(401);
      const forged = { 'x-service-signature': `sha256=${'0'.repeat(64)}` };
      expect((await client.post('/x', '{"a":"\u009b31m"}', forged)).status).toBe(401);
      expect((await client.get('/x')).status).toBe(405);
      await eventually(() => expect(listener.lines).toHaveLength(3));
      expect(listener.lines.slice(1)).toMatchObject([
        { signature: 'missing' },
        { signature: 'invalid', reason: 'mismatch' },
      ]);
      expect(await listener.stop()).toBe(0);
    });

    it('without --json prints for people; a new secret is noticed, and without a secret nothing is checked', async () => {
      const { id, secret } = await endpoint();
      const [checked, unchecked] = [listen('--secret', secret), listen()];
      await bench.merchant.client.post(`${ENDPOINTS}/${id}/secret/regenerate`);
      await pingAt(id, await checked.port());
      await eventually(() =>
        expect(checked.stdout).toMatch(/ping .*attempt 1 .*valid with the previous secret/),
      );
      expect(checked.stdout).toContain('"event": "ping"');
      await pingAt(id, await unchecked.port());
      await eventually(() => expect(unchecked.stdout).toContain('signature not checked'));
    });

    it('--until ends it, with exit code 0, once a notification of that event verified, and not by a forged one', async () => {
      const { id, secret } = await endpoint();
      const listener = listen('--secret', secret, '--until', 'ping', '--json');
      const port = await listener.port();
      const forged = { 'x-service-event': 'ping', 'x-service-signature': `sha256=${'0'.repeat(64)}` };
      expect((await new Client(`http://127.0.0.1:${port}`).post('/x', '{}', forged)).status).toBe(401);
      await pingAt(id, port);
      expect(await listener.ended).toBe(0);
      expect(listener.lines).toMatchObject([{ signature: 'invalid' }, { event: 'ping', signature: 'valid' }]);
      await bench.logged('delivered', `endpoint_id=${id}`);
    });

    it('a port that is taken: a message and exit code 1', async () => {
      const shop = await bench.open();
      const taken = listen('--port', new URL(shop.url).port);
      expect(await taken.ended).toBe(1);
      expect(taken.stderr).toContain('EADDRINUSE');
    });
  });

  describe('examples/receiver', () => {
    it('runs unchanged: takes what is signed, each notification once, and refuses the rest', async () => {
      const { id, secret } = await endpoint();
      const folder = installed();
      const receiver = start([join(folder, 'receiver.js')], { WEBHOOK_SECRET: secret, PORT: '0' });
      const port = await receiver.port();
      await pingAt(id, port);
      await eventually(() => expect(receiver.stdout).toMatch(/^new ping /m));
      const delivery = await bench.logged('delivered', `endpoint_id=${id}`);
      await bench.merchant.client.post(`/v1/postbacks/delivery-logs/${delivery}/resend`);
      await eventually(() => expect(receiver.stdout).toContain(`again ping ${delivery}`));
      // Its secret is the old one now, which still counts.
      await bench.merchant.client.post(`${ENDPOINTS}/${id}/secret/regenerate`);
      await bench.merchant.client.post(`${ENDPOINTS}/${id}/ping`);
      await eventually(() => expect(receiver.stdout.match(/^new ping /gm)).toHaveLength(2));
      const client = new Client(`http://127.0.0.1:${port}`);
      expect((await client.post('/hooks', { id: 'x' })).status).toBe(401);
      expect((await client.post('/hooks', 'x', { 'content-type': 'text/plain' })).status).toBe(401);
      rmSync(folder, { recursive: true });
    });

    it('has thirty lines, and the version of Express that the project has', () => {
      expect(
        readFileSync(join(EXAMPLE, 'receiver.js'), 'utf8').trim().split('\n').length,
      ).toBeLessThanOrEqual(30);
      const versionIn = (path: string): string =>
        (JSON.parse(readFileSync(path, 'utf8')) as { dependencies: { express: string } }).dependencies
          .express;
      expect(versionIn(join(EXAMPLE, 'package.json'))).toBe(versionIn(join(ROOT, 'package.json')));
    });
  });
});
