import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { drawChargePath } from './speed/charge-path';
import { SUBJECTS } from './speed/index';
import { type BaseLine, baseLine, describeMachine, type Machine, whyBusy } from './speed/machine';
import { type Figure, type Row, rowOf } from './speed/row';
import { Site } from './speed/site';
import { type Form, QUICK, type Subject, WHOLE } from './speed/subject';

/** What was asked for cannot be done. */
class OptionError extends Error {
  override readonly name = 'OptionError';
}

interface Result {
  readonly figures: readonly Figure[];
  readonly rows: readonly Row[];
  /** What stands beside the rows: skipped, busy, or what was wrong. */
  readonly notes: readonly string[];
  readonly failed: boolean;
}

/**
 * The speed bench (docs/performance.md). Answers the exit code: 1 when a check of correctness failed or something could
 * not be measured; never because of a figure.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      flame: { type: 'string' },
      list: { type: 'boolean', default: false },
    },
  });
  const form = values.quick ? QUICK : WHOLE;
  const chosen = choose(values.only, form);
  if (values.list) {
    for (const subject of values.only === undefined ? SUBJECTS : chosen)
      print(`${numbersOf(subject).join(', ').padEnd(25)} ${subject.what}`);
    return 0;
  }
  const site = await Site.open();
  const close = () => site.close();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void close().finally(() => process.exit(130)));
  try {
    if (values.flame !== undefined) {
      print(
        `${await drawChargePath(site, values.flame)} charges a second; ${values.flame} shows where the time went.`,
      );
      return 0;
    }
    const machine = await describeMachine(site.postgresVersion);
    const results = await measureAll(site, chosen, form);
    report(machine, results, form);
    if (values.json !== undefined) {
      const rows = results.flatMap((result) => result.rows);
      const notes = results.flatMap((result) => result.notes);
      writeFileSync(
        values.json,
        `${JSON.stringify({ machine, form: nameOf(form), rows, notes }, null, 2)}\n`,
      );
    }
    return results.some(({ failed }) => failed) ? 1 : 0;
  } finally {
    await close();
  }
}

async function measureAll(site: Site, subjects: readonly Subject[], form: Form): Promise<Result[]> {
  const results: Result[] = [];
  let before = await baseLineFor(form);
  for (const subject of subjects) {
    say(`${subject.id}: ${subject.what} …`);
    const measured = await measure(site, subject, form, before);
    results.push(measured.result);
    before = measured.after;
    for (const note of measured.result.notes) say(`  ${note}`);
  }
  return results;
}

/** One that falls over says why, and the next one is measured all the same. */
async function measure(
  site: Site,
  subject: Subject,
  form: Form,
  before: BaseLine | null,
): Promise<{ result: Result; after: BaseLine | null }> {
  const { id } = subject;
  const skipped = subject.skip?.() ?? null;
  const failed = process.env['REQUIRE_ALL'] === '1';
  if (skipped !== null)
    return {
      result: { figures: [], rows: [], notes: [`${id} is not measured: ${skipped}.`], failed },
      after: before,
    };
  try {
    const figures = await subject.run(site, form);
    const after = await baseLineFor(form);
    const busy = before === null || after === null ? null : whyBusy(before, after);
    const notes = [
      ...figures.flatMap((figure) => (figure.note === undefined ? [] : [`${figure.id}: ${figure.note}`])),
      ...(busy === null ? [] : [`${id} is not judged: the machine was busy, ${busy}.`]),
    ];
    const rows = figures.map((figure) => rowOf(figure, !form.isQuick && busy === null));
    return { result: { figures, rows, notes, failed: false }, after };
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const notes = [`${id} FAILED: ${reason}`];
    return { result: { figures: [], rows: [], notes, failed: true }, after: await baseLineFor(form) };
  }
}

/** Null where nothing is judged. */
async function baseLineFor({ isQuick }: Form): Promise<BaseLine | null> {
  return isQuick ? null : baseLine();
}

function choose(only: string | undefined, form: Form): readonly Subject[] {
  if (only === undefined)
    return SUBJECTS.filter(({ isQuick, isLong = false }) => (form.isQuick ? isQuick : !isLong));
  const wanted = only.split(',').map((id) => id.trim());
  const known = SUBJECTS.flatMap(numbersOf);
  const unknown = wanted.filter((id) => !known.includes(id));
  if (unknown.length > 0)
    throw new OptionError(`There is no row ${unknown.join(', ')}: ${known.join(', ')}.`);
  return SUBJECTS.filter((subject) => numbersOf(subject).some((id) => wanted.includes(id)));
}

function numbersOf({ id, also = [] }: Subject): readonly string[] {
  return [id, ...also];
}

function report(machine: Machine, results: readonly Result[], form: Form): void {
  const heading = ['id', 'value', 'unit', 'reach', 'holds', 'spread', 'what'];
  const rows = results.flatMap((result) => result.rows);
  const lines = [heading, ...rows.map(cellsOf)];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  for (const note of results.flatMap((result) => result.notes)) print(note);
  const { cores, memory_gb, node, postgres, wake_up_us, synchronous_write_us } = machine;
  print(`Machine: ${cores} cores, ${memory_gb} GB, Node ${node}, PostgreSQL ${postgres};`);
  print(`  a wake-up takes ${wake_up_us} µs, a synchronous write of 8 KB ${synchronous_write_us} µs.`);
  if (form.isQuick) print('Quick form: its figures are not judged.');
  if (results.every(({ failed }) => !failed)) print('Every row ran, and what it wrote agrees.');
}

function cellsOf({ id, value, unit, reach, holds, spread, what }: Row): string[] {
  const judged = holds === null ? '–' : holds ? 'yes' : 'no';
  return [id, String(value), unit, reach ?? '–', judged, `${spread[0]}–${spread[1]}`, what];
}

function nameOf({ isQuick }: Form): 'quick' | 'whole' {
  return isQuick ? 'quick' : 'whole';
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
