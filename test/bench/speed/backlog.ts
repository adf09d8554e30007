import { pixBody } from '../../support/charges';
import type { Installation } from '../support/installation';
import { Audience } from './audience';
import { LoadGenerator } from './load';
import { Receivers } from './receivers';
import { median, type Figure, RATIO } from './row';
import { type Place, type Site, TO_THIS_MACHINE } from './site';
import { statementOf } from './statement';
import type { Form, Subject } from './subject';

const ENDPOINTS = 10;
/** Events, and as many charges that expire. */
const BACKLOG = { whole: 100_000, quick: 2_000 };
const SMALL = 2_000;
const TIMEOUT_MS = 300_000;
/** A merchant's own page looks so often, however busy the worker is. */
const CALLS = { connections: 8, perSecond: 50 };
const LOOK_SECONDS = 6;
const QUIET_MS = 15_000;
/** Of 16 MB each: about what PostgreSQL writes while 100,000 pix expire, twice. */
const LOG_FILES = 96;

async function run(site: Site, form: Form): Promise<Figure[]> {
  const installation = await site.installation(TO_THIS_MACHINE);
  const receivers = new Receivers();
  const load = new LoadGenerator();
  try {
    if (!form.isQuick) await readyLog(installation);
    await installation.start(1, 1);
    // An event each, so that a backlog of events is one of as many notifications.
    const audience = await Audience.gather(installation, receivers, ENDPOINTS, 1);
    const place = { installation, merchant: await installation.merchant() };
    const rates: number[] = [];
    for (let round = 0; round < form.rounds; round += 1) rates.push((await audience.deliver(SMALL)).rate);
    const size = form.isQuick ? BACKLOG.quick : BACKLOG.whole;
    await fill(place, size);
    const quiet = await latencies(place, load, new Promise((resolve) => setTimeout(resolve, QUIET_MS)));
    let rate = 0;
    const drained = audience.deliver(size, TIMEOUT_MS).then((delivered) => (rate = delivered.rate));
    const draining = await latencies(place, load, drained);
    await endTime(place);
    const expiring = await latencies(place, load, allExpire(place));
    // Filled within seconds: what the rules read would be planned as if the tables were empty.
    await installation.query('ANALYZE');
    const broken = await installation.brokenRules();
    if (broken.length > 0) throw new Error(`after the backlog: ${broken.join('; ')}`);
    const p99 = (id: string, what: string, underLoad: number): Figure => ({
      id: `10.${id}`,
      what: `GET /v1/charges, ${CALLS.perSecond} a second, p99 while ${size} ${what}: against nothing else`,
      unit: RATIO,
      values: [underLoad / quiet],
      reach: { atMost: 1.5 },
      note: `${underLoad.toPrecision(3)} against ${quiet.toPrecision(3)} ms`,
    });
    return [
      {
        id: '10.drain',
        what: `a backlog of ${size} events, ${ENDPOINTS} endpoints: against one of ${SMALL}`,
        unit: RATIO,
        values: [rate / median(rates)],
        reach: { atLeast: 0.8 },
        note: `${Math.round(rate)} against ${Math.round(median(rates))} notifications a second`,
      },
      p99('api-draining', 'events drain', draining),
      p99('api-expiring', 'pix expire', expiring),
    ];
  } finally {
    await load.stop();
    await receivers.stop();
    await site.discard(installation);
  }
}

/**
 * The files of PostgreSQL's log stand ready, as in a database that has run for a while: each new one has 16 MB of zeros written
 * and synced, several a second under such a load, while whoever writes waits and whoever reads what is being written.
 */
async function readyLog(installation: Installation): Promise<void> {
  for (let file = 0; file < LOG_FILES; file += 1)
    await installation.query(`SELECT pg_logical_emit_message(true, 'bench', ''), pg_switch_wal()`);
  await installation.query('CHECKPOINT');
}

/** The p99 in milliseconds of who looks at a list until this is over, and for some seconds at least. */
async function latencies(
  { installation, merchant }: Place,
  load: LoadGenerator,
  underLoad: Promise<unknown>,
): Promise<number> {
  const wanted = { method: 'GET', path: '/v1/charges', keys: merchant } as const;
  const state = { isOver: false };
  const over = underLoad.finally(() => (state.isOver = true));
  const p99s: number[] = [];
  do {
    const measured = await load.run(installation.apis[0]!, wanted, { ...CALLS, seconds: LOOK_SECONDS });
    p99s.push(measured.p99Ms);
  } while (!state.isOver);
  await over;
  return median(p99s);
}

/**
 * So many charges of a merchant without endpoints, of which the page shows the newest from the beginning, in tables that were looked at
 * since: what is planned for a few rows reads all of them until then.
 */
async function fill({ installation, merchant }: Place, count: number): Promise<void> {
  const made = await installation.apis[0]!.client(merchant).post('/v1/charges', pixBody(), {
    'idempotency-key': 'expires',
  });
  await installation.query(await statementOf(installation, made.body.data.id as string, count));
  await until(async () => (await installation.count('outbox_events WHERE relayed_at IS NULL')) === 0);
  await installation.query('ANALYZE');
}

/** All of them have their time behind them at once. */
async function endTime({ installation, merchant }: Place): Promise<void> {
  await installation.query(
    `UPDATE charges SET expires_at = created_at + interval '1 millisecond' WHERE merchant_id = $1`,
    [merchant.id],
  );
}

/** Until the worker has found them all. Looks at the index that it finds them by: to count them would be a part of what is measured. */
async function allExpire({ installation, merchant }: Place): Promise<void> {
  const pending = `SELECT 1 FROM charges WHERE status IN ('pending', 'authorized') AND attention IS DISTINCT FROM 'void_refused'
                      AND expires_at < now() ORDER BY expires_at LIMIT 1`;
  await until(async () => (await installation.query(pending)).length === 0);
  const left = await installation.count(`charges WHERE merchant_id = $1 AND status <> 'expired'`, [
    merchant.id,
  ]);
  if (left > 0) throw new Error(`${left} charges did not expire`);
}

async function until(isOver: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isOver())) {
    if (performance.now() > deadline) throw new Error(`nothing of it after ${TIMEOUT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export const backlog: Subject = {
  id: '10',
  what: 'a large backlog: how fast it drains, and who waits meanwhile',
  isQuick: false,
  run,
};
