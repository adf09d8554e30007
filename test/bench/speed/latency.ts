import { pixBody } from '../../support/charges';
import { LoadGenerator } from './load';
import { assertOnce, Receivers } from './receivers';
import type { Figure, Reach } from './row';
import { type Place, type Site, TO_THIS_MACHINE } from './site';
import type { Form, Subject } from './subject';

interface Pace {
  readonly perSecond: number;
  readonly events: number;
  readonly reach: { readonly p50: Reach; readonly p99: Reach | null };
}

const PACES: readonly Pace[] = [
  { perSecond: 1, events: 10, reach: { p50: { atMost: 30 }, p99: null } },
  { perSecond: 100, events: 600, reach: { p50: { atMost: 50 }, p99: { atMost: 250 } } },
];
const ROUNDS = 3;
const DELIVERY_TIMEOUT_MS = 60_000;

/** When the transaction of each charge was committed, by the clock of this machine. */
const COMMITTED = `
  SELECT e.id, (extract(epoch FROM pg_xact_commit_timestamp(c.xmin)) * 1000)::float8 AS at_ms
    FROM charges c JOIN outbox_events e ON e.merchant_id = c.merchant_id AND e.resource_id = c.id
   WHERE c.merchant_id = $1`;

async function run(site: Site, form: Form): Promise<Figure[]> {
  const installation = await site.installation(TO_THIS_MACHINE);
  const receivers = new Receivers();
  const load = new LoadGenerator();
  try {
    await installation.start(1, 1);
    const merchant = await installation.merchant();
    const [port] = await receivers.open(1);
    const url = `http://127.0.0.1:${port}/hooks`;
    const endpoint = { url, events: ['*'] };
    await installation.apis[0]!.client(merchant).post('/v1/postbacks/endpoints', endpoint);
    const place = { installation, merchant };
    await measure(place, receivers, load, { perSecond: 100, events: 200 });
    const figures: Figure[] = [];
    for (const pace of PACES) figures.push(...(await measurePace(place, receivers, load, pace, form)));
    return figures;
  } finally {
    await load.stop();
    await receivers.stop();
    await site.discard(installation);
  }
}

async function measurePace(
  place: Place,
  receivers: Receivers,
  load: LoadGenerator,
  pace: Pace,
  form: Form,
): Promise<Figure[]> {
  const { perSecond, reach } = pace;
  const rounds: number[][] = [];
  for (let round = 0; round < (form.isQuick ? 1 : ROUNDS); round += 1)
    rounds.push(await measure(place, receivers, load, pace));
  const what = `event committed → receiver has it, ${perSecond} a second`;
  const figure = (name: 'p50' | 'p99', share: number): Figure => ({
    id: `9.at-${perSecond}-${name}`,
    what: `${what}, ${name}`,
    unit: 'ms',
    values: rounds.map((sorted) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0),
    reach: reach[name],
  });
  // Ten events have no hundredth part.
  return perSecond === 1 ? [figure('p50', 0.5)] : [figure('p50', 0.5), figure('p99', 0.99)];
}

/** Milliseconds from commit to receiver, sorted: by charges that are made at this pace. */
async function measure(
  { installation, merchant }: Place,
  receivers: Receivers,
  load: LoadGenerator,
  { perSecond, events }: Pick<Pace, 'perSecond' | 'events'>,
): Promise<number[]> {
  await receivers.forget();
  const wanted = { method: 'POST', path: '/v1/charges', keys: merchant, body: pixBody() } as const;
  const pressure = { connections: 4, seconds: 4 + (2 * events) / perSecond, atMost: events, perSecond };
  await load.run(installation.apis[0]!, wanted, pressure);
  const came = await receivers.until(events, DELIVERY_TIMEOUT_MS);
  assertOnce(came, events);
  const rows = await installation.query<{ id: string; at_ms: number }>(COMMITTED, [merchant.id]);
  const committedMs = new Map(rows.map(({ id, at_ms: atMs }) => [id, atMs]));
  return came.firstMs
    .map(([id, atMs]) => atMs - (committedMs.get(id) ?? NaN))
    .sort((left, right) => left - right);
}

export const latency: Subject = {
  id: '9',
  what: 'how long an event takes from its commit to its receiver',
  isQuick: false,
  run,
};
