import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../src/embedded/process-identity';
import { Client, eventually, Started } from '../support';
import { itInTerminal } from '../support/needing';
import { portToUse } from '../support/ports';
import { inTerminal } from '../support/started';
import { shownOn } from '../support/terminal';

/** Of the terminal of a small window. */
const [COLUMNS, ROWS] = [120, 40];
const CTRL_C = '\u0003';

interface Demo {
  api_url: string;
  docs_url: string;
  backoffice_url: string;
  merchant: { merchant_id: string; public_key: string; secret_key: string };
  operator: { email: string; password: string; public_key: string; secret_key: string };
}

describe('npm start (contract §10)', () => {
  let home: string;
  let dataDir: string;
  let port: number;
  let env: Record<string, string>;
  const started: Started[] = [];

  const start = (more: Record<string, string> = {}): Started => {
    const one = new Started({ ...env, ...more });
    started.push(one);
    return one;
  };
  const readJson = (name: string): unknown => JSON.parse(readFileSync(join(dataDir, name), 'utf8'));
  const demo = (): Demo => readJson('demo.json') as Demo;
  /** Every preparation writes demo.json anew. */
  const preparedAt = (): number => statSync(join(dataDir, 'demo.json')).mtimeMs;
  const serverPid = (): number => (readJson('postgres.json') as { pid: number }).pid;
  const live = () => new Client(`http://127.0.0.1:${port}`).get('/health/live');
  const childrenOf = (parent: number): { pid: number; command: string }[] =>
    execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
      .filter((found) => found !== null && Number(found[2]) === parent)
      .map((found) => ({ pid: Number(found![1]), command: found![3]! }));

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'repasse-start-'));
    chmodSync(home, 0o755);
    dataDir = join(home, 'data');
    port = await portToUse();
    env = { DATA_DIR: dataDir, PORT: String(port), WORKER_PORT: '0', LOG_LEVEL: 'warn' };
  });

  afterAll(async () => {
    for (const one of started) one.child.kill('SIGTERM');
    await Promise.all(started.map((one) => one.ended));
    rmSync(home, { recursive: true, force: true });
  });

  it('makes everything, says where it is, and writes demo.json with credentials that work', async () => {
    const service = start();
    await service.ready();
    const { merchant, operator, ...urls } = demo();
    for (const place of Object.values(urls)) expect(service.output).toMatch(new RegExp(`\\s${place}\\n`));
    expect(urls).toEqual({
      api_url: `http://localhost:${port}`,
      docs_url: `http://localhost:${port}/docs`,
      backoffice_url: `http://localhost:${port}/backoffice`,
    });
    const url = `http://127.0.0.1:${port}`;
    const asMerchant = new Client(url, { publicKey: merchant.public_key, secretKey: merchant.secret_key });
    expect((await asMerchant.get('/v1/merchant')).body.data).toMatchObject({
      id: merchant.merchant_id,
      mode: 'test',
    });
    expect(operator.password.length).toBeGreaterThanOrEqual(16);
    const asOperator = new Client(url, { publicKey: operator.public_key, secretKey: operator.secret_key });
    const { data: terms } = (await asMerchant.get('/v1/terms')).body;
    expect(terms.processing).toContainEqual(
      expect.objectContaining({ payment_method: 'pix', percentage: 0.99, minimum: 10, scope: 'merchant' }),
    );
    expect((await asOperator.get('/v1/merchant')).status).toBe(403);
    for (const name of ['demo.json', 'secrets.json', 'postgres.json']) {
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('says what it does and how long that usually takes, and ends with the addresses', async () => {
    const service = started[0]!;
    const lines = service.output.trimEnd().split('\n');
    const running = lines.indexOf('Repasse is running.');
    const progress = lines.slice(0, running).filter((line) => line.endsWith(' …'));
    for (const step of ['Making a database in ', 'Preparing the database: ', 'Starting API and worker '])
      expect(progress).toContainEqual(expect.stringMatching(new RegExp(`^${step}.*usually \\d+ s\\) …$`)));
    // Whoever works with it meanwhile writes nothing there.
    expect((await live()).status).toBe(200);
    const { merchant } = demo();
    const wrong = new Client(`http://127.0.0.1:${port}`, { publicKey: merchant.public_key, secretKey: 'sk' });
    expect((await wrong.get('/v1/merchant')).status).toBe(401);
    expect(service.output.trimEnd()).toMatch(/\nCtrl-C stops it; the data stays\.$/);
    const shown = service.output.slice(service.output.indexOf('Repasse is running.'));
    expect(shown).toContain(`http://localhost:${port}/backoffice`);
    expect(shown.split('\n').length).toBeLessThan(25);
  });

  it('a command beside it finds the service, whatever port it was started with', () => {
    const cli = [join(__dirname, '..', '..', 'scripts', 'cli.mjs'), 'doctor', '--json'];
    // As in another terminal, which has the data directory alone.
    const elsewhere = { ...process.env, DATABASE_URL: '', PORT: '', PUBLIC_URL: '', DATA_DIR: dataDir };
    const { checks } = JSON.parse(
      execFileSync(process.execPath, cli, { env: elsewhere, encoding: 'utf8' }),
    ) as {
      checks: { check: string; message: string }[];
    };
    const found = checks.find(({ check }) => check === 'public url');
    expect(found?.message).toBe(`http://localhost:${port} answers`);
  });

  it('a second start on the same data directory says so and exits non-zero', async () => {
    const second = start({ PORT: String(await portToUse()) });
    expect(await second.ended).toBe(1);
    expect(second.output).toContain(`runs already (process ${started[0]!.pid})`);
    expect((await live()).status).toBe(200);
  });

  it('a process that dies is started again, and it is said', async () => {
    const service = started[0]!;
    const worker = childrenOf(service.pid).find(({ command }) => command.includes('worker.js'))!;
    process.kill(worker.pid, 'SIGKILL');
    await eventually(() => expect(service.output).toContain('Worker ended (SIGKILL). Starting it again'));
    await eventually(() => {
      const now = childrenOf(service.pid).filter(({ command }) => command.includes('worker.js'));
      expect(now).toHaveLength(1);
      expect(now[0]!.pid).not.toBe(worker.pid);
    });
  });

  it('a killed parent takes API and worker with it, and the next start takes over its PostgreSQL, with the same data, and prepares nothing', async () => {
    const service = started[0]!;
    const before = demo();
    const preparedBefore = preparedAt();
    const children = childrenOf(service.pid).map(({ pid }) => pid);
    expect(children).toHaveLength(2);
    service.child.kill('SIGKILL');
    await service.ended;
    await eventually(() => expect(children.filter(isAlive)).toEqual([]), 30_000);
    expect(isAlive(serverPid())).toBe(true);
    const leftover = serverPid();

    const again = start();
    await again.ready();
    expect(serverPid()).toBe(leftover);
    expect(demo()).toEqual(before);
    expect(preparedAt()).toBe(preparedBefore);
  });

  it('SIGTERM stops all of it, PostgreSQL too, and exits with 0', async () => {
    const service = started.at(-1)!;
    const children = childrenOf(service.pid).map(({ pid }) => pid);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect([...children, serverPid()].filter(isAlive)).toEqual([]);
    await expect(live()).rejects.toThrow();
  });

  it('a demo key that was revoked meanwhile is made anew, though the last start prepared everything', async () => {
    const before = demo();
    const cli = [
      join(__dirname, '..', '..', 'scripts', 'cli.mjs'),
      'keys',
      'revoke',
      before.merchant.public_key,
    ];
    execFileSync(process.execPath, cli, { env: { ...process.env, DATABASE_URL: '', ...env }, stdio: 'pipe' });
    const service = start();
    await service.ready();
    const { merchant, operator } = demo();
    expect(merchant.public_key).not.toBe(before.merchant.public_key);
    expect(operator).toEqual(before.operator);
    const client = new Client(`http://127.0.0.1:${port}`, {
      publicKey: merchant.public_key,
      secretKey: merchant.secret_key,
    });
    expect((await client.get('/v1/merchant')).status).toBe(200);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });

  itInTerminal(
    'in a terminal the addresses stay the last thing on the screen, whatever is written',
    async () => {
      const service = new Started({ ...env, LOG_LEVEL: 'info' }, inTerminal(COLUMNS, ROWS));
      started.push(service);
      await service.ready();
      const { public_key: publicKey, secret_key: secretKey } = demo().merchant;
      const client = new Client(`http://127.0.0.1:${port}`, { publicKey, secretKey });
      const ids: string[] = [];
      for (let request = 0; request < ROWS; request += 1)
        ids.push(String((await client.get('/v1/merchant')).headers['x-request-id']));
      await eventually(async () => {
        const lines = await shownOn(COLUMNS, ROWS, service.output);
        const addresses = lines.slice(lines.lastIndexOf('Repasse is running.'));
        expect(addresses.at(-1)).toBe('Ctrl-C stops it; the data stays.');
        expect(addresses).toContain(`  Back office    http://localhost:${port}/backoffice`);
        expect(lines.filter((line) => line === 'Repasse is running.')).toHaveLength(1);
        // A line each, whole and once.
        const whole = lines.filter((line) =>
          /^\d\d:\d\d:\d\d\.\d{3} INFO .* GET \/v1\/merchant 200 /.test(line),
        );
        expect(ids.filter((id) => whole.filter((line) => line.includes(id)).length !== 1)).toEqual([]);
      });
      service.child.stdin?.write(CTRL_C);
      expect(await service.ended).toBe(0);
      const lines = await shownOn(COLUMNS, ROWS, service.output);
      // Behind the ^C that the terminal shows.
      const stopping = lines.findLastIndex((line) => line.endsWith('Stopping …'));
      expect(stopping).toBeGreaterThan(lines.lastIndexOf('Repasse is running.'));
      expect(lines.lastIndexOf('Stopped.')).toBeGreaterThan(stopping);
      expect(isAlive(serverPid())).toBe(false);
    },
  );

  it('a busy port is said plainly, before anything is started', async () => {
    const other = createServer();
    await once(other.listen(port, '127.0.0.1'), 'listening');
    const service = start();
    expect(await service.ended).toBe(1);
    expect(service.output).toContain(`Port ${port} on 127.0.0.1 is in use by another program.`);
    await new Promise((resolve) => other.close(resolve));
  });

  it('production refuses to start without its keys, naming all of them, and leaves nothing running', async () => {
    const service = start({ NODE_ENV: 'production' });
    expect(await service.ended).toBe(1);
    for (const name of ['API_KEY_PEPPER', 'ENCRYPTION_KEYS', 'AUDIT_KEY'])
      expect(service.output).toContain(name);
    expect(isAlive(serverPid())).toBe(false);
  });
});
