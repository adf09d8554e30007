import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sayMeasured, useService } from '../support';

const root = join(__dirname, '..', '..');

/** Seconds of processor time that the command took with everything it started, as the shell counts them. */
function processorSeconds(env: Readonly<Record<string, string>>, ...args: string[]): number {
  const script = '"$@" >/dev/null || exit 1; times';
  const command = [process.execPath, join(root, 'scripts', 'cli.mjs'), ...args];
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', script, 'sh', ...command], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  // Two lines of user and system time, `0m0.100s 0m0.020s`: of the shell, and of what it ran.
  const [, ofCommand = ''] = stdout.trim().split('\n');
  const seconds = [...ofCommand.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s));
  expect(seconds).toHaveLength(2);
  return seconds.reduce((total, part) => total + part, 0);
}

describe('The command line loads what a command needs', () => {
  const service = useService();

  it.each([
    [0.3, ['--help']],
    [1, ['db', 'migrate']],
  ])('within %d s of processor time: %j', (limit, args) => {
    // The best of three: what a busy machine adds is not the command's.
    const seconds = Math.min(...[1, 2, 3].map(() => processorSeconds(service.environment, ...args)));
    sayMeasured(`${args.join(' ')}: ${seconds.toFixed(2)} s of processor time`);
    expect(seconds).toBeLessThanOrEqual(limit);
  });

  it('loads the entities for db check, and the features that it asks for merchants', () => {
    for (const args of [
      ['db', 'check'],
      ['merchants', 'list'],
    ]) {
      const seconds = processorSeconds(service.environment, ...args);
      sayMeasured(`${args.join(' ')}: ${seconds.toFixed(2)} s of processor time`);
      // All features of the service take twice that.
      expect(seconds).toBeLessThanOrEqual(2);
    }
  });
});
