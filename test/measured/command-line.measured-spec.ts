import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sayMeasured, useService } from '../support';

const cli = join(__dirname, '..', '..', 'scripts', 'cli.mjs');

/** What loading one large library takes on the processor for which the limits are given, in seconds. */
const LIBRARY_SECONDS = 0.22;

type Environment = Readonly<Record<string, string>>;

/** Takes its time on the processor from the same moments as the command whose limit it scales. */
const LIBRARY = ['-e', `require(${JSON.stringify(require.resolve('typeorm'))})`];
const ROUNDS = 5;

/**
 * What a command takes on the processor for which the limits are given: as many libraries as it is slower than one.
 * Measured in turn, the best of each: what a busy machine adds is not the command's.
 */
function commandSeconds(env: Environment, ...args: string[]): { here: number; there: number } {
  let [library, here] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round += 1) {
    library = Math.min(library, processorSeconds({}, ...LIBRARY));
    here = Math.min(here, processorSeconds(env, ...args));
  }
  return { here, there: here / Math.max(1, library / LIBRARY_SECONDS) };
}

/** Seconds of processor time that Node took with everything it started, as the shell counts them. */
function processorSeconds(env: Environment, ...args: string[]): number {
  const script = '"$@" >/dev/null || exit 1; times';
  const command = [process.execPath, ...args];
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
    // With processes in one file (decision 0025); more than twice that without.
    [1, ['db', 'check']],
    [1, ['merchants', 'list']],
    [1, ['operators', 'list']],
  ])('within %d s of processor time: %j', (limit, args) => {
    const { here, there } = commandSeconds(service.environment, cli, ...args);
    sayMeasured(
      `${args.join(' ')}: ${here.toFixed(2)} s of processor time, ${there.toFixed(2)} s by the limit`,
    );
    expect(there).toBeLessThanOrEqual(limit);
  });
});
