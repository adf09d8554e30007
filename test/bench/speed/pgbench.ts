import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';

/** How many transactions one run made, and how many a second. */
export interface Rate {
  readonly count: number;
  readonly perSecond: number;
}

/** Of PATH, or where Debian's postgresql-contrib puts it; null when there is none. */
export function findPgbench(): string | null {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((left, right) => Number(right) - Number(left))
    : [];
  const directories = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
  ];
  const found = directories.map((directory) => join(directory, 'pgbench'));
  return found.find((file) => existsSync(file) && spawnSync(file, ['--version']).status === 0) ?? null;
}

export const NO_PGBENCH =
  "pgbench is not installed, and it is what the figure is compared with: install Debian's postgresql-contrib, or put it on the PATH";

/** From so many clients; for so long, or so many times each. */
type Pressure = { readonly clients: number } & ({ readonly seconds: number } | { readonly times: number });

/** The same where nothing can be measured without it. */
export function needPgbench(): string {
  const program = findPgbench();
  if (program === null) throw new Error(NO_PGBENCH);
  return program;
}

/** Runs one prepared statement, over and over, from so many clients. */
export async function pgbench(
  program: string,
  url: string,
  statement: string,
  pressure: Pressure,
): Promise<Rate> {
  const directory = mkdtempSync(join(tmpdir(), 'repasse-pgbench-'));
  const file = join(directory, 'statement.sql');
  // One line is one command; a colon before a letter would be a variable of pgbench.
  writeFileSync(file, `${statement};\n`);
  const { clients } = pressure;
  const until = 'times' in pressure ? ['-t', pressure.times] : ['-T', pressure.seconds];
  const args = ['-n', '-M', 'prepared', '-f', file, '-c', clients, '-j', Math.min(clients, 2), ...until];
  try {
    const { stdout } = await run(program, [...args.map(String), url], {
      env: { ...process.env, LC_ALL: 'C' },
    });
    return rateOf(stdout);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function rateOf(output: string): Rate {
  const count = /number of transactions actually processed: (\d+)/.exec(output)?.[1];
  const perSecond = /^tps = ([\d.]+)/m.exec(output)?.[1];
  const failed = /number of failed transactions: (\d+)/.exec(output)?.[1] ?? '0';
  if (count === undefined || perSecond === undefined || failed !== '0')
    throw new Error(`pgbench did not end well: ${output}`);
  return { count: Number(count), perSecond: Number(perSecond) };
}
