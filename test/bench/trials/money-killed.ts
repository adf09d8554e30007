import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../support/eventually';
import { Onboarding } from '../../support/onboarding';
import type { Bench } from '../support/bench';
import type { BenchMerchant, Installation } from '../support/installation';
import { Findings, settle } from '../support/ledger';
import { Load } from '../support/load';
import { type Accepted, Payer, type PayerWallet } from '../support/payer';
import type { Outcome, Trial } from '../support/trial';

const GOOD_AGAIN_MS = 5_000;
const SETTLE_MS = 90_000;

interface SentRow {
  readonly id: string;
  readonly external_id: string;
  readonly amount: number;
  readonly status: string;
  readonly payouts: number;
  readonly sent: number;
}

interface EarlyRow {
  readonly id: string;
  readonly external_id: string;
  readonly status: string;
}

/** Every time that a withdrawal was sent has a call with a key of its own, which the provider keeps as its reference. */
const SENT = `
  SELECT w.id, w.external_id, w.amount_cents::int AS amount, w.status, count(p.reference)::int AS payouts,
         coalesce(sum(p.amount_cents), 0)::int AS sent
    FROM withdrawals w
    LEFT JOIN provider_calls c ON c.merchant_id = w.merchant_id AND c.subject_id = w.id AND c.kind = 'pay'
    LEFT JOIN sandbox_provider.payouts p ON p.reference = 'pay_' || c.key
   WHERE w.merchant_id = $1 GROUP BY w.merchant_id, w.id`;

/** None that a day of the trial passes. */
const LIMITS = { minimum: 1, maximum: null, daily_amount: null, daily_count: 100_000, review_above: null };

/** The provider answers at once, late, and never: what it did is found out by asking it. */
const KEYS = ['paid', 'slow', 'timeout'].map((outcome) => `${outcome}@sandbox.example`);

/** An active seller, and where each of the two wallets' money may go. */
async function prepare(installation: Installation, merchant: BenchMerchant): Promise<PayerWallet[]> {
  const client = installation.apis[0]!.client(merchant);
  const treasurer = installation.apis[0]!.client(await installation.operator('admin'));
  const agreed = await treasurer.post('/v1/review/terms', { merchant_id: merchant.id, limits: LIMITS });
  if (agreed.status !== 201) throw new Error(`no terms: ${agreed.text}`);
  const seller = await new Onboarding(client).activePerson();
  const destination = async (walletId: string, pix_key: string): Promise<string> => {
    const path = `/v1/wallets/${walletId}/destinations`;
    const key = { type: 'pix_key', pix_key_type: 'email', pix_key };
    const { id } = (await client.post(path, key)).body.data as { id: string };
    await eventually(async () => {
      const { status } = (await client.get(`${path}/${id}`)).body.data as { status: string };
      if (status !== 'active') throw new Error(`the destination is ${status}`);
    }, SETTLE_MS);
    return id;
  };
  const wallet = async (id: string): Promise<PayerWallet> => ({
    id,
    destinations: await Promise.all(KEYS.map((key) => destination(id, key))),
  });
  return Promise.all([merchant.id, seller].map(wallet));
}

/** Ends a worker, an API process or the database server, by turns, and answers how long it took until all was good again. */
async function killOne(bench: Bench, kill: number, merchant: BenchMerchant): Promise<number> {
  const { apis, workers, servers } = await bench.two();
  await wait(bench.dice.between(300, 1_000));
  if (kill % 3 === 2) {
    const postgres = await bench.postgres();
    await postgres.end();
    await postgres.again();
    const beganMs = performance.now();
    await Promise.all(servers.map((server) => server.good(server.kind === 'main' ? merchant : null)));
    return performance.now() - beganMs;
  }
  const doomed = bench.dice.pick(kill % 3 === 0 ? workers : apis);
  await doomed.end('SIGKILL');
  const beganMs = performance.now();
  await doomed.spawnAgain();
  await doomed.good(doomed.kind === 'main' ? merchant : null);
  return performance.now() - beganMs;
}

/** In the middle of whatever moves money. */
async function run(bench: Bench, count: number): Promise<Outcome> {
  const installation = await bench.two();
  const merchant = await installation.merchant();
  const wallets = await prepare(installation, merchant);
  const load = new Load(installation, merchant, bench.dice).start(4);
  const payer = new Payer(installation, merchant, wallets, bench.dice).start();
  let worstMs = 0;
  for (let kill = 0; kill < count; kill += 1)
    worstMs = Math.max(worstMs, await killOne(bench, kill, merchant));
  await Promise.all([load.stop(), payer.stop()]);
  const findings = new Findings();
  findings.violations.push(...payer.faults);
  await comparePayouts(installation, merchant.id, payer, findings);
  await settle(installation, load, null, findings);
  await Promise.all([load.caller.close(), payer.caller.close()]);
  const { withdrawals, transfers, anticipations, disputes, settlements } = payer;
  const figures =
    `${load.charges.length} charges, ${load.refunds.length} refunds, ${withdrawals.length} withdrawals, ` +
    `${transfers.length} transfers, ${anticipations.length} anticipations, ${disputes.length} disputes, ` +
    `${settlements} days settled`;
  const verdict = findings.verdict();
  return { ...verdict, count, worstMs, boundMs: GOOD_AGAIN_MS, notes: [figures, ...verdict.notes] };
}

/** Every accepted withdrawal ↔ its row ↔ what the provider paid; every accepted transfer and anticipation ↔ its row. */
async function comparePayouts(
  installation: Installation,
  merchantId: string,
  payer: Payer,
  findings: Findings,
): Promise<void> {
  await eventually(async () => {
    // Whoever died while it asked has used up an attempt: the next one may be ten minutes away.
    await installation.query(
      `UPDATE provider_calls SET next_attempt_at = now() WHERE merchant_id = $1 AND status = 'pending' AND next_attempt_at > now() + interval '30 s'`,
      [merchantId],
    );
    const underway = `withdrawals WHERE merchant_id = $1 AND status IN ('pending', 'processing')`;
    const left = await installation.count(underway, [merchantId]);
    if (left > 0) throw new Error(`${left} withdrawals have no outcome after ${SETTLE_MS / 1_000} s`);
  }, SETTLE_MS).catch((error: unknown) => findings.lost.push((error as Error).message));
  const sent = await installation.query<SentRow>(SENT, [merchantId]);
  compareRows('withdrawal', payer.withdrawals, sent, findings);
  for (const { external_id: key, status, payouts, amount, sent: cents } of sent) {
    if (payouts > 1) findings.doubled.push(`withdrawal ${key} was paid ${payouts} times`);
    if (status !== 'paid' || cents !== amount)
      findings.violations.push(`withdrawal ${key} of ${amount} is ${status}, and ${cents} were paid`);
  }
  const transfers = await installation.query<SentRow>(
    'SELECT id, external_id, amount_cents::int AS amount FROM transfers WHERE merchant_id = $1',
    [merchantId],
  );
  compareRows('transfer', payer.transfers, transfers, findings);
  const early = await installation.query<EarlyRow>(
    'SELECT id, external_id, status FROM anticipations WHERE merchant_id = $1',
    [merchantId],
  );
  compareNames('anticipation', payer.anticipations, early, findings);
  for (const { external_id: key, status } of early)
    if (status !== 'paid' && status !== 'cancelled')
      findings.violations.push(`anticipation ${key} is ${status}`);
}

function compareRows(
  what: string,
  accepted: readonly Accepted[],
  rows: readonly Pick<SentRow, 'id' | 'external_id' | 'amount'>[],
  findings: Findings,
): void {
  compareNames(what, accepted, rows, findings);
  const cents = new Map(rows.map(({ id, amount }) => [id, amount]));
  for (const { key, id, amount } of accepted)
    if (cents.get(id) !== amount) findings.lost.push(`${what} ${key} of ${amount} is of ${cents.get(id)}`);
}

/** Each that was accepted is there under its name, and no more. */
function compareNames(
  what: string,
  accepted: readonly Omit<Accepted, 'amount'>[],
  rows: readonly { readonly id: string; readonly external_id: string }[],
  findings: Findings,
): void {
  const keys = new Map(rows.map(({ id, external_id }) => [id, external_id]));
  for (const { key, id } of accepted)
    if (keys.get(id) !== key) findings.lost.push(`${what} ${key} was accepted as ${id} and is not there`);
  if (rows.length > accepted.length)
    findings.doubled.push(`${rows.length} ${what}s of ${accepted.length} accepted`);
}

export const moneyKilled: Trial = {
  id: 'money-killed',
  trial:
    'worker, API, PostgreSQL killed amid captures, refunds, withdrawals, transfers, anticipations, settlements, disputes: not a cent lost or doubled',
  place: 'alone',
  counts: { short: 3, full: 300 },
  run,
};
