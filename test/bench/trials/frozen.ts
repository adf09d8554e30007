import { setTimeout as wait } from 'node:timers/promises';
import { cardBody } from '../../support/charges';
import type { Bench } from '../support/bench';
import { Caller } from '../support/caller';
import type { BenchMerchant, Installation } from '../support/installation';
import { Findings, settle, settled } from '../support/ledger';
import { Load } from '../support/load';
import { Shop } from '../support/shop';
import type { Outcome, Trial } from '../support/trial';

const OTHERS_WAIT_MS = 6_000;
/** A lease is ten seconds, a whole request (one second here) and five: it is over by then. */
const FROZEN_MS = 18_000;

interface DeliveryRow {
  readonly id: string;
  readonly status: string;
  readonly attempt_count: number;
  /** Of each attempt when it was made and what was answered, in the order of writing. */
  readonly log: readonly string[];
}

/** What has come to its end, as it stands. */
const ENDED = `
  SELECT id, status, attempt_count,
         ARRAY(SELECT concat_ws(' ', at, status_code) FROM postback_attempts
                WHERE merchant_id = d.merchant_id AND delivery_id = d.id ORDER BY number) AS log
    FROM postback_deliveries d WHERE merchant_id = $1 AND status NOT IN ('pending', 'retrying') ORDER BY id`;

/** One of two workers stands still past its leases while both have work in flight, and goes on. */
async function run(bench: Bench, count: number): Promise<Outcome> {
  const installation = await bench.two();
  const merchant = await installation.merchant();
  // What comes while a sleeper has the endpoint is delivered before the next one sleeps: nothing piles up from round to round.
  const shop = await Shop.open(installation, merchant, { delayMs: 50 });
  const load = new Load(installation, merchant, bench.dice).start(1);
  const others = await Others.begin(installation);
  const violations: string[] = [];
  for (let round = 0; round < count; round += 1) {
    await wait(bench.dice.between(500, 1_500));
    const sleeper = bench.dice.pick(installation.workers);
    sleeper.signal('SIGSTOP');
    try {
      await wait(FROZEN_MS);
      const before = await installation.query<DeliveryRow>(ENDED, [merchant.id]);
      sleeper.signal('SIGCONT');
      await sleeper.good(null);
      await wait(1_500);
      violations.push(...(await changed(installation, merchant, before)));
    } finally {
      sleeper.signal('SIGCONT');
    }
  }
  const worstMs = await others.end();
  await load.stop();
  const findings = await settle(installation, load, shop);
  findings.violations.push(...violations, ...(await lostSuccesses(installation, merchant, shop)));
  findings.lost.push(...others.missing);
  const verdict = findings.verdict();
  await shop.close();
  await load.caller.close();
  const figures = `${shop.byDelivery.size} deliveries in ${shop.requests} requests, ${others.made} charges of others`;
  return { ...verdict, count, worstMs, boundMs: OTHERS_WAIT_MS, notes: [figures, ...verdict.notes] };
}

/** What had ended before the sleeper woke is as it was; a success that it had in its hands is one attempt more (contract §7). */
async function changed(
  installation: Installation,
  merchant: BenchMerchant,
  before: readonly DeliveryRow[],
): Promise<string[]> {
  const now = new Map(
    (await installation.query<DeliveryRow>(ENDED, [merchant.id])).map((row) => [row.id, row]),
  );
  return before
    .filter((row) => {
      const current = now.get(row.id);
      return current === undefined || !isContinued(row, current);
    })
    .map((row) => `${JSON.stringify(row)} was overwritten: ${JSON.stringify(now.get(row.id))}`);
}

function isContinued(before: DeliveryRow, now: DeliveryRow): boolean {
  if (now.attempt_count !== now.log.length) return false;
  if (now.log.slice(0, before.log.length).join() !== before.log.join()) return false;
  const late = now.log.slice(before.log.length);
  return late.length === 0
    ? now.status === before.status
    : now.status === 'delivered' && late.every((attempt) => attempt.endsWith(' 200'));
}

/** The receiver answered 200, so the row says delivered. */
async function lostSuccesses(
  installation: Installation,
  merchant: BenchMerchant,
  shop: Shop,
): Promise<string[]> {
  const rows = await installation.query<{ id: string; status: string }>(
    `SELECT id, status FROM postback_deliveries WHERE merchant_id = $1 AND status <> 'delivered'`,
    [merchant.id],
  );
  return rows
    .filter(({ id }) => shop.byDelivery.has(id))
    .map(({ id, status }) => `delivery ${id} was answered 200 and is ${status}`);
}

/** Another merchant, who makes a charge now and then and waits for its first notification. */
class Others {
  made = 0;
  readonly missing: string[] = [];
  private readonly madeAtMs = new Map<string, number>();
  private running = true;
  private work: Promise<void> = Promise.resolve();

  private constructor(
    private readonly installation: Installation,
    private readonly merchant: BenchMerchant,
    private readonly shop: Shop,
  ) {}

  static async begin(installation: Installation): Promise<Others> {
    const merchant = await installation.merchant();
    const shop = await Shop.open(installation, merchant, { events: ['charge.pending'] });
    const others = new Others(installation, merchant, shop);
    others.work = others.charge();
    return others;
  }

  /** The longest time between an accepted charge and its notification. */
  async end(): Promise<number> {
    this.running = false;
    await this.work;
    const findings = new Findings();
    await settled(this.installation, this.merchant.id, findings);
    this.missing.push(...findings.lost);
    const cameAtMs = new Map(this.shop.notifications.map(({ resourceId, atMs }) => [resourceId, atMs]));
    let worstMs = 0;
    for (const [id, madeAtMs] of this.madeAtMs) {
      const at = cameAtMs.get(id);
      if (at === undefined) this.missing.push(`the notification of ${id} never came`);
      else worstMs = Math.max(worstMs, at - madeAtMs);
    }
    await this.shop.close();
    return worstMs;
  }

  private async charge(): Promise<void> {
    const caller = new Caller(() => this.installation.apis.map(({ url }) => url), this.merchant);
    while (this.running) {
      this.made += 1;
      const answer = await caller.insist('/v1/charges', cardBody(), `other-${this.made}`);
      if (answer?.status === 201) this.madeAtMs.set(answer.body.data.id as string, performance.now());
      await wait(250);
    }
    await caller.close();
  }
}

export const frozen: Trial = {
  id: 'worker-frozen',
  trial: 'worker frozen past its lease, woken: nothing overwritten, no success lost, others wait at most 6 s',
  counts: { short: 1, full: 50 },
  run,
};
