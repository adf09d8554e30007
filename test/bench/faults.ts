import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { onThisMachine } from '../support/busy-machine';
import { Bench } from './support/bench';
import { type Form, type Outcome, type Row, rowOf, type Trial } from './support/trial';
import { TRIALS } from './trials';

/** What was asked for cannot be done. */
class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** The fault bench (docs/operations.md). Answers the exit code: 1 when a trial does not hold. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      full: { type: 'boolean', default: false },
      json: { type: 'string' },
      seed: { type: 'string' },
      list: { type: 'boolean', default: false },
    },
  });
  const chosen = choose(values.only);
  if (values.list) return list(chosen);
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new OptionError('--seed takes a whole number.');
  const form: Form = values.full ? 'full' : 'short';
  say(`Fault bench, ${form} form, seed ${seed}.`);

  const results = await attemptAll(chosen, seed, form);
  const rows = results.flatMap(({ row }) => row ?? []);
  const skipped = results.flatMap(({ id, skipped: reason }) => (reason === null ? [] : { id, reason }));
  printTable(rows);
  for (const { id, reason } of skipped) print(`Skipped: ${id}: ${reason}.`);
  for (const { id, row, notes } of results)
    if (row?.holds === false) for (const note of notes) print(`${id}: ${note}`);
  if (values.json !== undefined) {
    const notes = Object.fromEntries(results.map(({ id, notes: of }) => [id, of]));
    writeFileSync(values.json, `${JSON.stringify({ seed, form, rows, skipped, notes }, null, 2)}\n`);
  }
  const requireAll = process.env['REQUIRE_ALL'] === '1';
  if (requireAll && skipped.length > 0) print('REQUIRE_ALL=1: what is skipped counts as not holding.');
  const holding = rows.filter(({ holds }) => holds).length;
  const broken = rows.length - holding + (requireAll ? skipped.length : 0);
  print(`Seed ${seed}: ${holding} hold, ${broken} do not.`);
  return broken === 0 ? 0 : 1;
}

/** In the order of the list; in the short form in two sequences, and what is easily disturbed after both. */
async function attemptAll(trials: readonly Trial[], seed: number, form: Form): Promise<Result[]> {
  const [bench, second] = [new Bench(seed, form), new Bench(seed + 1, form)];
  const close = () => Promise.all([bench.close(), second.close()]);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void close().finally(() => process.exit(130)));
  const results: Result[] = [];
  const sequence = async (on: Bench, wanted: (trial: Trial) => boolean): Promise<void> => {
    for (const trial of trials.filter(wanted)) results.push(await attempt(on, trial));
  };
  try {
    if (form === 'full') await sequence(bench, () => true);
    else {
      await Promise.all([
        sequence(bench, ({ place }) => place === undefined),
        sequence(second, ({ place }) => place === 'beside'),
      ]);
      await sequence(bench, ({ place }) => place === 'alone');
    }
  } finally {
    await close();
  }
  const place = ({ id }: Result) => trials.findIndex((trial) => trial.id === id);
  return results.sort((left, right) => place(left) - place(right));
}

interface Result {
  readonly id: string;
  readonly row: Row | null;
  readonly skipped: string | null;
  readonly notes: readonly string[];
}

/** A trial that falls over does not hold, and the next one begins with processes of its own. */
async function attempt(bench: Bench, trial: Trial): Promise<Result> {
  const { id } = trial;
  const skipped = trial.skip?.() ?? null;
  if (skipped !== null) return { id, row: null, skipped, notes: [] };
  const beganMs = performance.now();
  const outcome = await trial
    .run(bench, trial.counts[bench.form])
    .catch(async (error: unknown): Promise<Outcome> => {
      await bench.discardShared();
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { count: 0, violations: 1, notes: [reason] };
    });
  const { boundMs = null } = outcome;
  // The short form tells a defect from what holds on whatever machine; the full form is the published table.
  const within = boundMs === null || bench.form === 'full' ? boundMs : onThisMachine(boundMs);
  const row = rowOf(trial, { ...outcome, boundMs: within });
  const notes = outcome.notes ?? [];
  const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
  say(
    `${row.holds ? 'holds ' : 'BROKEN'}  ${id} (${seconds} s)${notes.map((note) => `\n          ${note}`).join('')}`,
  );
  return { id, row, skipped: null, notes };
}

/** By id or by its beginning: `--only redis` is all trials of Redis. */
function choose(only: string | undefined): readonly Trial[] {
  if (only === undefined) return TRIALS;
  const wanted = only.split(',').map((id) => id.trim());
  const unknown = wanted.filter((id) => !TRIALS.some((trial) => trial.id.startsWith(id)));
  if (unknown.length > 0)
    throw new OptionError(
      `There is no trial ${unknown.join(', ')}: ${TRIALS.map(({ id }) => id).join(', ')}.`,
    );
  return TRIALS.filter(({ id }) => wanted.some((one) => id.startsWith(one)));
}

function list(trials: readonly Trial[]): number {
  for (const { id, trial, counts } of trials)
    print(`${id.padEnd(20)} ${trial} (${counts.short}, full form ${counts.full})`);
  return 0;
}

function printTable(rows: readonly Row[]): void {
  const heading = ['id', 'count', 'lost', 'doubled', 'violations', 'worst_ms', 'holds', 'trial'] as const;
  const lines = [heading, ...rows.map((row) => heading.map((name) => String(row[name])))];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
