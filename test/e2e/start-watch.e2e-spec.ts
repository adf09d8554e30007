import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../src/embedded/process-identity';
import { Screen } from '../../src/embedded/screen';
import type { Supervisor as SupervisorClass } from '../../src/embedded/supervisor';
import { Client, eventually, Started } from '../support';
import { pixBody } from '../support/charges';
import { portToUse } from '../support/ports';

/** The supervisor as it was compiled: beside it lies what it loads into its children. */
const { Supervisor } = createRequire(__filename)('../../dist/src/embedded/supervisor') as {
  Supervisor: typeof SupervisorClass;
};

let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'repasse-watch-'));
  chmodSync(home, 0o755);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('npm start looks after its PostgreSQL', () => {
  let dataDir: string;
  let service: Started;
  let merchant: Client;

  const note = (): { pid: number; data_directory: string } =>
    JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
      pid: number;
      data_directory: string;
    };

  beforeAll(async () => {
    // A name that a shell would take apart.
    dataDir = join(home, `the "data" of $HOME, it's \`here\``);
    const port = await portToUse();
    service = new Started({ DATA_DIR: dataDir, PORT: String(port), WORKER_PORT: '0', LOG_LEVEL: 'error' });
    await service.ready();
    const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
      merchant: { public_key: string; secret_key: string };
    };
    merchant = new Client(`http://127.0.0.1:${port}`, {
      publicKey: demo.merchant.public_key,
      secretKey: demo.merchant.secret_key,
    });
  });
  afterAll(async () => {
    service.child.kill('SIGTERM');
    await service.ended;
  });

  it('a data directory with quotes, spaces and a $ works', async () => {
    expect((await merchant.post('/v1/charges', pixBody())).status).toBe(201);
    expect(existsSync(note().data_directory)).toBe(true);
  });

  it('killed, it is started again with its data, and that is said', async () => {
    const made = await merchant.post('/v1/charges', pixBody());
    const { pid } = note();
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(service.output).toContain('PostgreSQL runs again.'), 60_000);
    expect(service.output).toContain('PostgreSQL ended. Starting it again in 0.5 s.');
    expect(note().pid).not.toBe(pid);
    await eventually(async () => {
      expect((await merchant.get(`/v1/charges/${made.body.data.id as string}`)).status).toBe(200);
      expect((await merchant.post('/v1/charges', pixBody())).status).toBe(201);
      expect((await merchant.get('/health/ready')).status).toBe(200);
    }, 30_000);
  });

  it('its directory deleted, everything ends with a sentence, and leaves no server behind', async () => {
    const { pid, data_directory: directory } = note();
    // The server goes on writing files into the directories that are being emptied, and what `maxRetries` tries
    // again is the removal of the directory alone, not of what has come into it.
    await eventually(() => rmSync(directory, { recursive: true, force: true }), 30_000);
    expect(await service.ended).toBe(1);
    expect(service.output).toContain(`${directory} was deleted while the service ran on it.`);
    await eventually(() => expect(isAlive(pid)).toBe(false), 30_000);
  });
});

describe('a child that lives is not given up', () => {
  afterEach(() => jest.restoreAllMocks());

  it('however long it takes to be ready; that is said meanwhile', async () => {
    const port = await portToUse();
    const script = join(home, 'slow.js');
    const door = join(home, 'open');
    writeFileSync(
      script,
      `const { existsSync } = require('node:fs');
       require('node:http')
         .createServer((_, response) => response.writeHead(existsSync(${JSON.stringify(door)}) ? 200 : 503).end())
         .listen(${port}, '127.0.0.1');`,
    );
    let said = '';
    const output = { write: (text: string | Uint8Array) => (said += String(text)) !== '' };
    const screen = new Screen(output, output);
    const supervisor = new Supervisor({ PATH: process.env['PATH'] }, screen, () => undefined);
    let aheadMs = 0;
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    const started = supervisor.start([
      { name: 'Slow', script, readyUrl: `http://127.0.0.1:${port}/health/ready` },
    ]);
    aheadMs = 100_000;
    await eventually(() => expect(said).toContain('Slow is not ready yet after 10'));
    writeFileSync(door, '');
    await started;
    await supervisor.stop();
  });
});
