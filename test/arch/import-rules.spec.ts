import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

interface Rule {
  readonly name: string;
}

interface Violation {
  readonly from: string;
  readonly rule: Rule;
}

const root = join(__dirname, '..', '..');
// eslint and tsc do not read this file; dependency-cruiser itself does, in the same way.
const { forbidden } = jest.requireActual<{ forbidden: readonly Rule[] }>(
  join(root, '.dependency-cruiser.cjs'),
);

/** What dependency-cruiser finds in these folders, with the rules of the project. */
function violations(...folders: string[]): Violation[] {
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders];
  const { stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', 'depcruise'), args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

describe('The import rules (architecture.md §3)', () => {
  const found = violations('test/arch/fixtures/src');

  it.each(forbidden.map(({ name }) => name))('%s is broken by the fixture of its name', (name) => {
    const files = found.filter(({ rule }) => rule.name === name).map(({ from }) => from);
    expect(files.map((file) => file.slice(file.lastIndexOf('/') + 1))).toContain(`${name}.ts`);
  });

  it('every fixture breaks the rule it is named after, and no other file breaks any', () => {
    const named = new Set(forbidden.map(({ name }) => `${name}.ts`));
    const others = found.filter(
      // Entry points of the fixtures are imported by nobody, as they must be.
      ({ from, rule }) => !named.has(from.slice(from.lastIndexOf('/') + 1)) && rule.name !== 'no-orphans',
    );
    expect(others).toEqual([]);
  });
});
