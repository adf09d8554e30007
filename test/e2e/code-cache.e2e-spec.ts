import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RUNNER = join(__dirname, '..', '..', 'dist', 'src', 'code-cache.js');

describe('a bundle runs with its code as it was compiled before (decision 0025)', () => {
  let folder: string;
  let code: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'repasse-bundle-'));
    code = join(folder, '.code');
    writeFileSync(join(folder, 'entry.js'), entrySaying('one'));
    writeFileSync(
      join(folder, 'later.js'),
      `exports.say = () => console.log(__filename === require.resolve('./later.js'));`,
    );
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const entrySaying = (word: string) =>
    `console.log('${word}', require('node:path').basename(__filename)); require('./later.js').say();`;

  /** What the bundle says, in a process of its own. */
  function run(): string {
    const program = `require(${JSON.stringify(RUNNER)}).runBundle(${JSON.stringify(join(folder, 'entry.js'))})`;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout;
  }

  const kept = (name: string): string => {
    const files = readdirSync(code).filter((file) => file.startsWith(name));
    return join(code, files[0] ?? 'nothing was kept');
  };

  it('which is kept beside it, and used', () => {
    expect(run()).toBe('one entry.js\ntrue\n');
    const at = kept('entry.js');
    expect(readdirSync(code)).toHaveLength(2);
    utimesSync(at, 0, 0);
    expect(run()).toBe('one entry.js\ntrue\n');
    expect(statSync(at).mtimeMs).toBe(0);
  });

  it('and never with that of another text, of the same length', () => {
    run();
    const before = kept('entry.js');
    writeFileSync(join(folder, 'entry.js'), entrySaying('two'));
    utimesSync(join(folder, 'entry.js'), 10, 10);
    expect(run()).toBe('two entry.js\ntrue\n');
    expect(readdirSync(code)).toHaveLength(3);
    expect(readFileSync(before).length).toBeGreaterThan(0);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['what is no code', Buffer.from('no code at all '.repeat(100))],
  ])('and made anew where %s is kept', (_what, found) => {
    run();
    const at = kept('entry.js');
    writeFileSync(at, found);
    expect(run()).toBe('one entry.js\ntrue\n');
    expect(readFileSync(at).equals(found)).toBe(false);
    expect(readdirSync(code)).toHaveLength(2);
  });

  it('and cut short', () => {
    run();
    const at = kept('entry.js');
    const whole = readFileSync(at);
    writeFileSync(at, whole.subarray(0, whole.length / 2));
    expect(run()).toBe('one entry.js\ntrue\n');
    expect(readFileSync(at).length).toBeGreaterThan(whole.length / 2);
  });

  it('and runs where nothing can be kept', () => {
    writeFileSync(code, 'a file where the folder would be');
    expect(run()).toBe('one entry.js\ntrue\n');
    expect(readFileSync(code, 'utf8')).toBe('a file where the folder would be');
  });
});
