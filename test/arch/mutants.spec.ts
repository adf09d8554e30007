import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

it('every mutant (npm run mutants) still finds the line that it changes', () => {
  const script = join(__dirname, '..', '..', 'scripts', 'mutants.mjs');
  const { status, stdout } = spawnSync(process.execPath, [script, '--list'], { encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  expect(lines.filter((line) => line.endsWith(' times'))).toEqual([]);
  expect(lines.length).toBeGreaterThanOrEqual(40);
  expect(status).toBe(0);
});
