import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, eventually, onThisMachine, sayMeasured } from '../support';
import { portToUse } from '../support/ports';

const root = join(__dirname, '..', '..');
/** What a checkout has, without its packages. */
const CHECKOUT = ['package.json', 'package-lock.json', '.swcrc', 'ormconfig.ts', 'scripts', 'src'];

describe('npm run dev', () => {
  let home: string;
  let project: string;
  let port: number;
  let dev: ChildProcess;
  let output = '';

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'repasse-dev-'));
    chmodSync(home, 0o755);
    project = join(home, 'project');
    for (const name of CHECKOUT) cpSync(join(root, name), join(project, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
    port = await portToUse();
    dev = spawn(process.execPath, [join(project, 'scripts', 'dev.mjs')], {
      cwd: project,
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: join(home, 'data'),
        DEMO_WEEK: 'off',
        PORT: String(port),
        WORKER_PORT: '0',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [dev.stdout, dev.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await says('Repasse is running.');
    await says('Pages, as their sources are');
  });
  afterAll(() => {
    dev.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });

  const says = (sentence: string) =>
    eventually(() => {
      if (dev.exitCode !== null) throw new Error(output);
      expect(output).toContain(sentence);
    }, 120_000);
  const api = () => new Client(`http://127.0.0.1:${port}`);

  it.each(['Changed', 'Changed again'])(
    'starts API and worker anew after a change of their sources: %s',
    async (title) => {
      const file = join(project, 'src', 'openapi', 'document.ts');
      const text = readFileSync(file, 'utf8');
      expect(text).toContain('.setTitle(');
      // As many editors do it: another file takes the place.
      writeFileSync(`${file}~`, text.replace(/\.setTitle\([^)]*\)/, `.setTitle('${title}')`));
      renameSync(`${file}~`, file);
      const begunMs = Date.now();
      await eventually(async () => {
        expect((await api().get('/openapi.json')).body?.info?.title).toBe(title);
      }, 60_000);
      const tookMs = Date.now() - begunMs;
      sayMeasured(`a changed source is running after ${tookMs} ms`);
      expect(tookMs).toBeLessThan(onThisMachine(15_000));
    },
  );

  it('says what does not compile, and goes on with what did', async () => {
    const file = join(project, 'src', 'openapi', 'broken.ts');
    writeFileSync(file, 'export const = 1;');
    await says('broken.ts does not compile');
    expect((await api().get('/health/live')).status).toBe(200);
    rmSync(file);
  });

  it('serves the pages from their sources, and hands their requests to the API', async () => {
    const pages = new Client(/Pages, as their sources are: (http\S+?)\/backoffice/.exec(output)?.[1] ?? '');
    expect((await pages.get('/backoffice/')).text).toContain('/backoffice/src/main.tsx');
    const refused = await pages.post('/v1/review/session', {}, { origin: 'http://localhost:5173' });
    // Not 403: the address that the browser names is not the API's, but the pages are.
    expect([refused.status, refused.body.error]).toEqual([422, 'VALIDATION_FAILED']);
  });

  it('ends all it started on Ctrl-C', async () => {
    const ended = new Promise((resolve) => dev.once('exit', resolve));
    dev.kill('SIGINT');
    expect(await ended).toBe(0);
    await expect(api().get('/health/live')).rejects.toThrow();
  });
});
