import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Started } from '../support';
import { workerDatabaseUrl } from '../support/database';
import { asModule, blocksOf } from '../support/guide-programs';
import { Shell, shellBlocks, withoutComments } from '../support/shell-blocks';
import { portToUse } from '../support/ports';

const ROOT = join(__dirname, '..', '..');
const FIRST_GUIDE = 'docs/guides/first-charge.md';

/** The port of the receiver in README. */
const README_PORT = /\b4000\b/g;

interface Demo {
  api_url: string;
  merchant: { public_key: string; secret_key: string };
}

describe('the shell blocks of README', () => {
  let home: string;
  let service: Started | null = null;
  let shell: Shell | null = null;

  const begin = (): void => {
    home = mkdtempSync(join(tmpdir(), 'repasse-readme-'));
    chmodSync(home, 0o755);
  };
  const end = async (): Promise<void> => {
    shell?.kill();
    service?.child.kill('SIGTERM');
    await service?.ended;
    rmSync(home, { recursive: true, force: true });
  };

  /** Types commands into a new shell, all of which must succeed. */
  async function type(commands: string, env: Record<string, string>): Promise<void> {
    const { PATH, HOME } = process.env;
    shell = new Shell(commands, { PATH, HOME, ...env });
    if ((await shell.ended) !== 0) throw new Error(`The shell stopped at:\n${shell.output.slice(-3_000)}`);
  }

  /** A service as `npm start` starts it, and every block of the page in one shell beside it. */
  async function follow(page: string, given: Record<string, string>): Promise<void> {
    const env = { DATA_DIR: join(home, 'data'), ...given };
    service = new Started({ ...env, PORT: String(await portToUse()), WORKER_PORT: '0', LOG_LEVEL: 'warn' });
    await service.ready();
    const receiver = String(await portToUse());
    await type(shellBlocks(page).join('\n').replaceAll(README_PORT, receiver), env);
  }

  /** What the reader is left with: verified notifications, and nothing that is in the way of another try. */
  async function expectWhatIsPromised(): Promise<void> {
    expect(shell!.output).toMatch(/charge\.captured .*attempt \d+ {2}signature valid\n/);
    expect(shell!.output).not.toMatch(/INVALID|NO SIGNATURE/);
    expect(shell!.output).toContain('Feira Livre');
    const demo = JSON.parse(readFileSync(join(home, 'data', 'demo.json'), 'utf8')) as Demo;
    const { public_key: publicKey, secret_key: secretKey } = demo.merchant;
    const client = new Client(demo.api_url.replace('localhost', '127.0.0.1'), { publicKey, secretKey });
    const endpoints = await client.get('/v1/postbacks/endpoints');
    expect(endpoints.body.pagination.total).toBe(0);
    expect((await client.get('/v1/charges?status=captured')).body.pagination.total).toBe(1);
  }

  /** The block of the first guide, and its program in the project that it makes. */
  async function makeProject(env: Record<string, string>): Promise<void> {
    const [block] = shellBlocks(FIRST_GUIDE);
    const program = asModule(blocksOf(FIRST_GUIDE, 'ts').join('\n'));
    const run = `cat > shop.mjs <<'PROGRAM'\n${program}\nPROGRAM\nnode shop.mjs; rm -r "$PWD"`;
    await type(`${block}\n${run}`, env);
    expect(shell!.output).toMatch(/^captured \d{4}-/m);
  }

  describe('on the embedded PostgreSQL', () => {
    beforeAll(begin);
    afterAll(end);

    it('run from nothing to a verified notification', async () => {
      await follow('README.md', {});
      await expectWhatIsPromised();
    });

    it('the SDK gets into a project of one’s own as the first guide says, and its program runs there', () =>
      makeProject({ DATA_DIR: join(home, 'data') }));

    it('npm run demo adds a day, and says what is missing where it cannot', async () => {
      const dataDir = join(home, 'data');
      await type('npm run -s demo && npm run -s demo', { DATA_DIR: dataDir });
      expect(shell!.output.match(/signature ok {3}charge\.captured/g)).toHaveLength(6);
      expect(shell!.output).not.toContain('SIGNATURE WRONG');
      const elsewhere = { DATA_DIR: join(home, 'elsewhere') };
      await expect(type('npm run -s demo', elsewhere)).rejects.toThrow(/DEMO=true/);
      // No other database is meant by the check after a spec file.
      await type('npm run -s cli -- db invariants', { DATA_DIR: dataDir });
    });
  });

  describe('over a PostgreSQL of one’s own', () => {
    beforeAll(begin);
    afterAll(end);

    it('run as README says it, and that of the first guide', async () => {
      const given = {
        DATABASE_URL: await workerDatabaseUrl(),
        DEMO: 'true',
        ALLOW_PRIVATE_ADDRESSES: 'true',
      };
      await follow('README.md', given);
      await expectWhatIsPromised();
      await makeProject({ ...given, DATA_DIR: join(home, 'data') });
    });
  });

  it('no other guide has one, which nobody would run', () => {
    const guides = readdirSync(join(ROOT, 'docs', 'guides')).filter((name) => name.endsWith('.md'));
    const pages = guides.flatMap((name) => [`docs/guides/${name}`, `docs/guides/pt-BR/${name}`]);
    const having = pages.filter((page) => shellBlocks(page).length > 0);
    expect(having).toEqual([FIRST_GUIDE, FIRST_GUIDE.replace('guides/', 'guides/pt-BR/')]);
    const [english, portuguese] = having.map((page) => shellBlocks(page).map(withoutComments));
    expect(portuguese).toEqual(english);
  });

  it('are the same commands in both languages', () => {
    const [english, portuguese] = ['README.md', 'README.pt-BR.md'].map((page) =>
      shellBlocks(page).map(withoutComments),
    );
    expect(english!.length).toBeGreaterThan(1);
    expect(portuguese).toEqual(english);
  });
});
