import { setTimeout as wait } from 'node:timers/promises';
import { onThisMachine } from '../../support/busy-machine';
import { cardBody, pixBody } from '../../support/charges';
import type { Bench } from '../support/bench';
import { Caller } from '../support/caller';
import { friendly, HOSTILITIES, HostileReceiver, type Hostility } from '../support/hostile';
import { HeldMemory, WATCHED } from '../support/held-memory';
import type { BenchMerchant, Installation } from '../support/installation';
import { Findings } from '../support/ledger';
import { Shop } from '../support/shop';
import type { Form, Outcome, Trial } from '../support/trial';

/** What an attempt may take beyond its time (15 s in the full form, as in production). */
const OVERTIME_MS = 500;
const GROWTH_BYTES = 20_000_000;
const HEALTHY_P99_MS = 2_000;
const HANGING = { short: 40, full: 200 };
const MOST_OF_ONE = 20;
/** Who fails slowly is asked with one request at a time: a thousand requests to one kind take many of it. */
const OF_A_KIND = { short: 1, full: 60 };
/** How long it takes until everybody has had one more event, evenly: their number is not to be a burst. */
const ROUND_MS = { short: 200, full: 15_000 };
const WARM_UP_MS = { short: 8_000, full: 120_000 };
const TIMEOUT_MS = { short: 1_000, full: 15_000 };
/** As in production in the full form; but no breaker keeps requests from them in any. */
const WAITS = { short: {}, full: { POSTBACK_RETRY_WAITS: '' } };
/** How often what the worker holds is looked at. */
const LOOK_MS = { short: 1_000, full: 15_000 };

interface Enemy {
  readonly name: string;
  readonly merchant: BenchMerchant;
  readonly receiver: HostileReceiver;
}

/** One worker between hostile receivers of every kind and one healthy merchant; `count` requests to each kind. */
async function run(bench: Bench, count: number): Promise<Outcome> {
  const timeoutMs = TIMEOUT_MS[bench.form];
  const installation = await bench.installation({
    POSTBACK_TIMEOUT_MS: String(timeoutMs),
    ...WAITS[bench.form],
    ...WATCHED,
  });
  await installation.start(1, 1);
  const findings = new Findings();
  const healthy = await Healthy.begin(installation);
  // What the worker holds when as many receivers, asked as often, are friendly is where growth begins.
  const friends = await gather(installation, bench.form, () => friendly);
  const memory = await HeldMemory.of(installation.workers[0]!, LOOK_MS[bench.form]);
  // The short form runs on any machine: what is asked of a slow one in a second is less, and so is what it does in one.
  const here = (ms: number): number => (bench.form === 'full' ? ms : onThisMachine(ms));
  const roundMs = here(ROUND_MS[bench.form]);
  const warmUpMs = WARM_UP_MS[bench.form];
  await provokeAll(installation, friends, { roundMs, longestMs: warmUpMs, isEnough: () => false });
  const heldBytes = memory.take();
  const enemies = await gather(installation, bench.form, (name) => HOSTILITIES[name]!);
  const longestMs = bench.form === 'full' ? 3_600_000 : onThisMachine(15_000);
  await provokeAll(installation, enemies, {
    roundMs,
    longestMs,
    isEnough: () => leastAsked(enemies) >= count,
  });
  const grownBytes = Math.max(0, (await memory.end()) - heldBytes);
  const p99Ms = await healthy.end(findings);
  const [longest] = await installation.query<{ ms: number }>(
    'SELECT coalesce(max(duration_ms), 0)::int AS ms FROM postback_attempts WHERE merchant_id <> $1',
    [healthy.merchant.id],
  );
  if (grownBytes > GROWTH_BYTES) findings.violations.push(`the worker holds ${megabytes(grownBytes)} more`);
  if (p99Ms > here(HEALTHY_P99_MS)) findings.violations.push(`healthy p99 is ${Math.round(p99Ms)} ms`);
  const requests = requestsOf(enemies);
  for (const { receiver } of [...friends, ...enemies]) await receiver.close();
  for (const [name, times] of requests)
    if (times < count) findings.violations.push(`${name} was asked ${times} times, not ${count}`);
  findings.violations.push(...(await installation.brokenRules()));
  await bench.discard(installation);
  const verdict = findings.verdict();
  const total = [...requests.values()].reduce((sum, times) => sum + times, 0);
  const figures = `healthy p99 ${Math.round(p99Ms)} ms, memory +${megabytes(grownBytes)}, requests: ${[...requests].map(([name, times]) => `${times} ${name}`).join(', ')}`;
  const bound = { worstMs: longest?.ms ?? 0, boundMs: timeoutMs + OVERTIME_MS };
  return { ...verdict, count: total, ...bound, notes: [figures, ...verdict.notes] };
}

/** How often the kind that was asked least was asked. */
function leastAsked(enemies: readonly Enemy[]): number {
  return Math.min(...requestsOf(enemies).values());
}

function requestsOf(enemies: readonly Enemy[]): Map<string, number> {
  const requests = new Map<string, number>();
  for (const { name, receiver } of enemies) requests.set(name, (requests.get(name) ?? 0) + receiver.requests);
  return requests;
}

/** Merchants for each kind, and as many hanging endpoints as the form has. */
async function gather(
  installation: Installation,
  form: Form,
  hostilityOf: (name: string) => Hostility,
): Promise<Enemy[]> {
  const enemies: Enemy[] = [];
  for (const name of Object.keys(HOSTILITIES)) {
    const endpoints = (name === 'hanging' ? HANGING : OF_A_KIND)[form];
    for (let made = 0; made < endpoints; made += MOST_OF_ONE) {
      const [merchant, receiver] = [
        await installation.merchant(),
        await HostileReceiver.open(hostilityOf(name)),
      ];
      const client = installation.apis[0]!.client(merchant);
      for (let endpoint = 0; endpoint < Math.min(endpoints, MOST_OF_ONE); endpoint += 1)
        await client.post('/v1/postbacks/endpoints', { url: `${receiver.url}/${endpoint}`, events: ['*'] });
      enemies.push({ name, merchant, receiver });
    }
  }
  return enemies;
}

/** A charge of each in every round, one merchant after the other, until that is enough or the time is over. */
async function provokeAll(
  { apis }: Installation,
  enemies: readonly Enemy[],
  until: { readonly roundMs: number; readonly longestMs: number; readonly isEnough: () => boolean },
): Promise<void> {
  const { roundMs, longestMs, isEnough } = until;
  const deadline = performance.now() + longestMs;
  const provoke = async ({ merchant }: Enemy, place: number): Promise<void> => {
    await wait((roundMs * place) / enemies.length);
    while (performance.now() < deadline && !isEnough()) {
      await apis[0]!.client(merchant).post('/v1/charges', pixBody());
      await wait(roundMs);
    }
  };
  await Promise.all(enemies.map(provoke));
}

/** A merchant whose receiver answers at once: what the others must not slow down. */
class Healthy {
  private readonly madeAtMs = new Map<string, number>();
  private running = true;
  private work: Promise<void> = Promise.resolve();

  private constructor(
    private readonly installation: Installation,
    readonly merchant: BenchMerchant,
    private readonly shop: Shop,
  ) {}

  static async begin(installation: Installation): Promise<Healthy> {
    const merchant = await installation.merchant();
    const shop = await Shop.open(installation, merchant, { events: ['charge.pending'] });
    const healthy = new Healthy(installation, merchant, shop);
    healthy.work = healthy.charge();
    return healthy;
  }

  /** The 99th percentile of the time from an accepted charge to its notification. */
  async end(findings: Findings): Promise<number> {
    this.running = false;
    await this.work;
    await wait(onThisMachine(2 * HEALTHY_P99_MS));
    const cameAtMs = new Map(this.shop.notifications.map(({ resourceId, atMs }) => [resourceId, atMs]));
    await this.shop.close();
    const delays: number[] = [];
    for (const [id, madeAtMs] of this.madeAtMs) {
      const at = cameAtMs.get(id);
      if (at === undefined) findings.lost.push(`the healthy notification of ${id} had not come`);
      else delays.push(at - madeAtMs);
    }
    delays.sort((left, right) => left - right);
    return delays[Math.floor(delays.length * 0.99)] ?? 0;
  }

  private async charge(): Promise<void> {
    const caller = new Caller(() => this.installation.apis.map(({ url }) => url), this.merchant);
    for (let made = 0; this.running; made += 1) {
      const answer = await caller.insist('/v1/charges', cardBody(), `healthy-${made}`);
      if (answer?.status === 201) this.madeAtMs.set(answer.body.data.id as string, performance.now());
      await wait(100);
    }
    await caller.close();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export const hostile: Trial = {
  id: 'hostile-receivers',
  trial:
    'slow, endless, resets, redirects, huge headers, gzip bomb, hanging: attempt ≤ its time + 0.5 s, +≤ 20 MB, healthy p99 ≤ 2 s',
  place: 'alone',
  counts: { short: 5, full: 1_000 },
  run,
};
