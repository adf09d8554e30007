import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

interface Chosen {
  readonly args: string[];
  readonly projects: string[];
  readonly isNamed: boolean;
  readonly pages: boolean;
}

/** The scripts are modules of Node's, which Jest does not load. */
function chosen(given: string[], among?: string[]): Chosen {
  const script = `import { chooseSpecs } from './scripts/lib/choose-specs.mjs';
    console.log(JSON.stringify(chooseSpecs(...JSON.parse(process.argv[1]))));`;
  // JSON has no word for what is not given.
  const asked = JSON.stringify(among === undefined ? [given] : [given, among]);
  const args = ['--input-type=module', '--eval', script, asked];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })) as Chosen;
}

describe('npm test -- <file or name>', () => {
  it('a path, or a part of one, chooses files and no more projects than they are of', () => {
    expect(chosen(['test/e2e/refunds.e2e-spec.ts'])).toEqual({
      args: ['--testPathPatterns=test/e2e/refunds.e2e-spec.ts'],
      projects: ['e2e'],
      isNamed: false,
      pages: false,
    });
    expect(chosen(['split.rules']).projects).toEqual(['unit']);
  });

  it('what is no path is the name of a test, looked for where it is written', () => {
    const { args, projects, isNamed } = chosen(['the key hangs on the route, not on how it is spelt']);
    expect(args.slice(0, 2)).toEqual([
      '--testNamePattern=the key hangs on the route, not on how it is spelt',
      '--runTestsByPath',
    ]);
    expect(args.slice(2).sort()).toEqual([
      'test/arch/chosen-specs.spec.ts',
      'test/e2e/idempotency.e2e-spec.ts',
    ]);
    expect([projects, isNamed]).toEqual([['arch', 'e2e'], true]);
  });

  it('a file that is not there is no name of a test: nothing runs, and that is said', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/test.mjs', 'test/e2e/refunds.e2e-spec.ts', 'test/e2e/gone.e2e-spec.ts'],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([1, 'No spec is called test/e2e/gone.e2e-spec.ts.\n']);
  });

  it('options of Jest are passed on; one that chooses by name leaves out on purpose', () => {
    expect(chosen(['split.rules', '-t', 'cents'])).toMatchObject({ isNamed: true, projects: ['unit'] });
    expect(chosen(['--verbose']).args).toEqual(['--verbose']);
  });

  it('among the unit specs alone', () => {
    expect(chosen(['splits'], ['unit'])).toEqual({
      args: ['--testPathPatterns=splits'],
      projects: ['unit'],
      isNamed: false,
      pages: false,
    });
    expect(chosen([], ['unit']).projects).toEqual(['unit']);
  });
});

describe('npm run test:unit -- <pattern>', () => {
  it('runs these specs and no others', () => {
    const { PATH, HOME } = process.env;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['scripts/test.mjs', '--unit', 'calendar/', 'client-address'],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: { PATH, HOME },
      },
    );
    const files = [...stderr.matchAll(/^PASS unit (.+?\.spec\.ts)/gm)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => !/calendar\/|client-address/.test(file ?? ''))).toEqual([]);
    expect(stdout).toMatch(/^\d+ passed, 0 failed\n$/m);
  }, 60_000);
});
