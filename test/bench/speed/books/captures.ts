import type { Installation } from '../../support/installation';
import { Child } from '../child';
import { LoadGenerator } from '../load';
import { compare } from '../rounds';
import { type Figure, median, RATIO } from '../row';
import type { Site } from '../site';
import type { Form, Subject } from '../subject';
import { Ground } from './ground';
import { Till } from './till';

const IN_FLIGHT = 32;
/** In the open loop more than ever wait at once. */
const OPEN_CONNECTIONS = 128;
const LINES = 5;
/** Charges for one second: more than are captured in it. */
const A_SECOND = { whole: 1_500, quick: 150 };
const WARM_UP = { whole: 1_000, quick: 50 };

interface BooklessQuestions {
  readonly [name: string]: (given: never) => Promise<unknown>;
  readonly listen: (environment: Readonly<Record<string, string>>) => Promise<number>;
}

async function run(site: Site, form: Form): Promise<Figure[]> {
  const [installation, without] = [await site.installation(), await site.installation()];
  const load = new LoadGenerator();
  const bookless = Child.start<BooklessQuestions>('bookless-api');
  try {
    const [port] = await Promise.all([
      bookless.ask('listen', without.environment),
      installation.start(1, 1),
      without.start(0, 1),
    ]);
    const till = await openTill(installation, load, installation.apis[0]!.url);
    const other = await openTill(without, load, `http://127.0.0.1:${port}`);
    const warmUp = form.isQuick ? WARM_UP.quick : WARM_UP.whole;
    for (const one of [till, other]) await one.capture(warmUp, { connections: IN_FLIGHT, seconds: 60 });
    const { figure, peak } = await againstNoBooks(till, other, form);
    const figures = [figure, await lineToEntry(installation, till, peak, form)];
    await Promise.all(installation.workers.map((worker) => worker.end()));
    figures.push(await posterAgainstPeak(installation, till, form));
    await assertBooked(installation, till.captured);
    const unbooked = await without.count(`charges WHERE status = 'captured'`);
    if (unbooked !== other.captured || (await without.count('receivables')) > 0)
      throw new Error(`${unbooked} charges of ${other.captured} captured without books`);
    return figures;
  } finally {
    await bookless.stop();
    await load.stop();
    await Promise.all([site.discard(installation), site.discard(without)]);
  }
}

async function openTill(installation: Installation, load: LoadGenerator, url: string): Promise<Till> {
  return Till.open({ installation, merchant: await installation.merchant() }, load, url);
}

function chargesFor(seconds: number, { isQuick }: Form): number {
  return Math.ceil(seconds * (isQuick ? A_SECOND.quick : A_SECOND.whole));
}

/** Row 2, and what it reaches: captures a second. */
async function againstNoBooks(
  till: Till,
  other: Till,
  form: Form,
): Promise<{ readonly figure: Figure; readonly peak: number }> {
  const rates: number[] = [];
  const rateOf = async (one: Till): Promise<number> => {
    const pressure = { connections: IN_FLIGHT, seconds: form.seconds };
    const { answered, seconds } = await one.capture(chargesFor(form.seconds, form), pressure);
    await one.untilQuiet();
    return answered / seconds;
  };
  const named = {
    id: `books-2.capture-${IN_FLIGHT}`,
    what: `capture of a pix in three parts over HTTP, ${IN_FLIGHT} connections, a worker that posts, against the same API and worker whose captures write no receivables and no books`,
    unit: 'captures a second',
    reach: { atLeast: 0.6 },
  };
  const figure = await compare(named, form.rounds, {
    product: async () => {
      const rate = await rateOf(till);
      rates.push(rate);
      return rate;
    },
    limit: () => rateOf(other),
  });
  return { figure, peak: median(rates) };
}

/** Row 4: from the writing of a line to the commit of its entry, by PostgreSQL's own times. */
async function lineToEntry(
  installation: Installation,
  till: Till,
  peak: number,
  form: Form,
): Promise<Figure> {
  const perSecond = Math.max(1, Math.floor(peak / 2));
  const seconds = 2 * form.seconds;
  const values: number[] = [];
  for (let round = 0; round < form.rounds; round += 1) {
    const [now] = await installation.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    await till.capture(perSecond * seconds, { connections: OPEN_CONNECTIONS, seconds, perSecond });
    await till.untilQuiet();
    const [found] = await installation.query<{ ms: number }>(
      `SELECT percentile_disc(0.99) WITHIN GROUP (
                ORDER BY extract(epoch FROM pg_xact_commit_timestamp(e.xmin) - t.recorded_at) * 1000)::float8 AS ms
         FROM ledger_transactions AS t
         JOIN ledger_entries AS e ON e.merchant_id = t.merchant_id AND e.transaction_id = t.id
        WHERE t.recorded_at >= $1`,
      [now?.at],
    );
    values.push(found?.ms ?? NaN);
  }
  return {
    id: 'books-4.line-to-entry-p99',
    what: `line written → its entry committed, p99, at half of the peak of captures (${perSecond} a second)`,
    unit: 'ms',
    values,
    reach: { atMost: 1_000 },
  };
}

/** Row 4: lines that the poster gives their places, against lines that as many captures as can be write. */
async function posterAgainstPeak(installation: Installation, till: Till, form: Form): Promise<Figure> {
  const ground = await Ground.open(installation);
  const pairs: { readonly posted: number; readonly captured: number }[] = [];
  try {
    for (let round = 0; round < form.rounds; round += 1) {
      const pressure = { connections: IN_FLIGHT, seconds: form.seconds };
      const { answered, seconds } = await till.capture(chargesFor(form.seconds, form), pressure);
      const beganMs = performance.now();
      const lines = await ground.postAll();
      const posted = (lines * 1_000) / (performance.now() - beganMs);
      if (lines !== LINES * answered) throw new Error(`${lines} lines of ${answered} captures`);
      pairs.push({ posted, captured: (LINES * answered) / seconds });
    }
  } finally {
    await ground.close();
  }
  const of = (side: 'posted' | 'captured'): number =>
    Number(median(pairs.map((pair) => pair[side])).toPrecision(3));
  return {
    id: 'books-4.poster',
    what: 'the poster against what the peak of captures writes meanwhile without it',
    unit: RATIO,
    values: pairs.map(({ posted, captured }) => posted / captured),
    reach: { atLeast: 2 },
    note: `${of('posted')} against ${of('captured')} lines a second`,
  };
}

async function assertBooked(installation: Installation, captured: number): Promise<void> {
  const expected = {
    [`charges WHERE status = 'captured'`]: captured,
    [`ledger_transactions WHERE kind = 'capture'`]: captured,
    receivables: 3 * captured,
    ledger_entries: LINES * captured,
    ledger_tail: 0,
  };
  await installation.query('ANALYZE');
  const wrong = await installation.brokenRules();
  for (const [from, rows] of Object.entries(expected)) {
    const count = await installation.count(from);
    if (count !== rows) wrong.push(`${count} of ${rows}: ${from}`);
  }
  if (wrong.length > 0) throw new Error(`after the captures the books do not agree: ${wrong.join('; ')}`);
}

export const captures: Subject = {
  id: 'books-2',
  also: ['books-4'],
  what: 'captures over HTTP with and without the books, and the poster behind them',
  isQuick: true,
  run,
};
