import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const FOLDER = join(__dirname, 'fixtures', 'spec-files');
const JEST = join(__dirname, '..', '..', 'node_modules', 'jest', 'bin', 'jest.js');

/** How many of two spec files of one process pass: the second looks at what the first left on. */
function passed(options: { runtime?: string }): number {
  const config = { rootDir: FOLDER, testMatch: ['**/*.fixture.js'], transform: {}, ...options };
  const order = ['--runInBand', '--testSequencer', join(FOLDER, 'by-name.js')];
  const args = [JEST, '--json', ...order, '--config', JSON.stringify(config)];
  const { stdout } = spawnSync(process.execPath, args, { cwd: FOLDER, encoding: 'utf8' });
  return (JSON.parse(stdout) as { numPassedTests: number }).numPassedTests;
}

it('what a spec file keeps for its asynchronous calls ends with it', () => {
  expect(passed({ runtime: join(__dirname, '..', 'support', 'tidy-runtime.js') })).toBe(2);
  expect(passed({})).toBe(1);
});
