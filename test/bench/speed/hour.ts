import { pixBody } from '../../support/charges';
import type { Installation } from '../support/installation';
import type { Server } from '../support/server';
import { eventually } from '../../support/eventually';
import { LoadGenerator } from './load';
import { assertOnce, Receivers } from './receivers';
import { type Figure, median } from './row';
import { type Site, TO_THIS_MACHINE } from './site';
import type { Form, Subject } from './subject';

const SHARE_OF_PEAK = 0.6;
const CONNECTIONS = { peak: 32, open: 128 };
const LONG = 60;
/** Each part is looked at when it is over; growth is what the last third has more than the first. */
const PARTS = 30;
const MB = 1_000_000;
const SETTLE_MS = 120_000;

/** What is looked at after each part of the time. */
interface Looked {
  readonly apiMb: number;
  readonly workerMb: number;
  /** How long what waits to be handed on has been waiting. */
  readonly lagSeconds: number;
  readonly deadRows: number;
}

const LOOKS: readonly { readonly name: keyof Looked; readonly what: string; readonly unit: string }[] = [
  { name: 'apiMb', what: 'memory of the API', unit: 'MB' },
  { name: 'workerMb', what: 'memory of the worker', unit: 'MB' },
  { name: 'lagSeconds', what: 'age of the oldest event that was not handed on', unit: 's' },
  { name: 'deadRows', what: 'dead rows', unit: 'rows' },
];

async function run(site: Site, form: Form): Promise<Figure[]> {
  const installation = await site.installation(TO_THIS_MACHINE);
  const receivers = new Receivers();
  const load = new LoadGenerator();
  try {
    await installation.start(1, 1);
    const merchant = await installation.merchant();
    const [port] = await receivers.open(1);
    const api = installation.apis[0]!;
    // Those that expire when the hour is over are not waited for.
    const endpoint = { url: `http://127.0.0.1:${port}/hooks`, events: ['charge.pending'] };
    await api.client(merchant).post('/v1/postbacks/endpoints', endpoint);
    const wanted = { method: 'POST', path: '/v1/charges', keys: merchant, body: pixBody() } as const;
    await load.run(api, wanted, {
      connections: CONNECTIONS.peak,
      seconds: LONG,
      atMost: form.isQuick ? 300 : 2_000,
    });
    const peak = await load.run(api, wanted, {
      connections: CONNECTIONS.peak,
      seconds: form.seconds * form.rounds,
    });
    const perSecond = Math.max(1, Math.floor((SHARE_OF_PEAK * peak.answered) / peak.seconds));
    await allCame(receivers, load.answered);
    const looked: Looked[] = [];
    for (let part = 0; part < PARTS; part += 1) {
      const seconds = (form.minutes * 60) / PARTS;
      const { answered } = await load.run(api, wanted, { connections: CONNECTIONS.open, seconds, perSecond });
      const now = await look(installation, api, installation.workers[0]!);
      looked.push(now);
      tell(part, now);
      await allCame(receivers, answered);
    }
    await assertComplete(installation, load.answered);
    return figuresOf(looked, `${form.minutes} minutes at ${perSecond} charges a second`);
  } finally {
    await load.stop();
    await receivers.stop();
    await site.discard(installation);
  }
}

async function look(installation: Installation, api: Server, worker: Server): Promise<Looked> {
  const [row] = await installation.query<{ lag: number; dead: number }>(
    `SELECT coalesce((SELECT extract(epoch FROM now() - min(occurred_at)) FROM outbox_events WHERE relayed_at IS NULL), 0)::float8 AS lag,
            (SELECT coalesce(sum(n_dead_tup), 0) FROM pg_stat_user_tables)::float8 AS dead`,
  );
  return {
    apiMb: api.residentBytes() / MB,
    workerMb: worker.residentBytes() / MB,
    lagSeconds: row?.lag ?? NaN,
    deadRows: row?.dead ?? NaN,
  };
}

/** Who watches for an hour hears how it goes, and knows it when the machine takes the rest away. */
function tell(part: number, looked: Looked): void {
  const figures = LOOKS.map(({ name, what, unit }) => `${what} ${looked[name].toPrecision(3)} ${unit}`);
  process.stderr.write(`  ${part + 1} of ${PARTS}: ${figures.join(', ')}\n`);
}

/** What the last third of the time has more than the first; reported, as there is nothing that it has to reach. */
function figuresOf(looked: readonly Looked[], during: string): Figure[] {
  const third = Math.floor(looked.length / 3);
  return LOOKS.map(({ name, what, unit }) => {
    const values = looked.map((one) => one[name]);
    const [first, last] = [median(values.slice(0, third)), median(values.slice(-third))];
    return {
      id: `15.${name.replace(/[A-Z].*/, '')}`,
      what: `growth over ${during}: ${what}`,
      unit,
      values: [last - first],
      reach: null,
      note: `${first.toPrecision(3)} in the first third, ${last.toPrecision(3)} in the last, ${Math.max(...values).toPrecision(3)} at most`,
    };
  });
}

/** Forgotten when they came: millions would be kept. */
async function allCame(receivers: Receivers, expected: number): Promise<void> {
  assertOnce(await receivers.until(expected, SETTLE_MS), expected);
  await receivers.forget();
}

/** As many charges and deliveries as were answered, and books that agree. */
async function assertComplete(installation: Installation, expected: number): Promise<void> {
  // What came was answered a moment before it is written down.
  await eventually(async () => {
    const delivered = await installation.count(`postback_deliveries WHERE status = 'delivered'`);
    if (delivered !== expected) throw new Error(`${delivered} deliveries of ${expected} are written down`);
  }, SETTLE_MS);
  const charges = await installation.count('charges');
  if (charges !== expected) throw new Error(`${charges} charges of ${expected}`);
  await installation.query('ANALYZE');
  const broken = await installation.brokenRules();
  if (broken.length > 0) throw new Error(`after the time: ${broken.join('; ')}`);
}

export const hour: Subject = {
  id: '15',
  what: 'an hour at 60 % of peak: what grows',
  isQuick: false,
  isLong: true,
  run,
};
