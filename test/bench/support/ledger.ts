import { eventually } from '../../support/eventually';
import type { Installation } from './installation';
import type { Load } from './load';
import type { Shop } from './shop';

const SETTLE_MS = 90_000;

/** What the books and the receivers say, beside what the callers were answered. */
export interface Verdict {
  readonly lost: number;
  readonly doubled: number;
  readonly violations: number;
  readonly notes: readonly string[];
}

interface ChargeRow {
  readonly id: string;
  readonly external_id: string;
  readonly status: string;
  readonly captured: number;
  readonly refunded: number;
  readonly payments: number;
  readonly provider_captured: number;
  readonly provider_refunded: number;
}

const CHARGES = `
  SELECT c.id, c.external_id, c.status, c.amount_captured_cents::int AS captured, c.amount_refunded_cents::int AS refunded,
         count(p.reference)::int AS payments, coalesce(sum(p.captured_cents), 0)::int AS provider_captured,
         coalesce(sum(p.refunded_cents), 0)::int AS provider_refunded
    FROM charges c LEFT JOIN sandbox_provider.payments p ON p.reference = c.provider_reference
   WHERE c.merchant_id = $1
   GROUP BY c.merchant_id, c.id`;

/** Sentences of three kinds; a trial adds its own. */
export class Findings {
  readonly lost: string[] = [];
  readonly doubled: string[] = [];
  readonly violations: string[] = [];

  verdict(shown = 5): Verdict {
    const { lost, doubled, violations } = this;
    const notes = [...lost.slice(0, shown), ...doubled.slice(0, shown), ...violations.slice(0, shown)];
    return { lost: lost.length, doubled: doubled.length, violations: violations.length, notes };
  }
}

/** Waits until everything has come to its end, then compares: every accepted request ↔ its rows ↔ the provider ↔ the notifications. */
export async function settle(
  installation: Installation,
  load: Load,
  shop: Shop | null,
  findings = new Findings(),
): Promise<Findings> {
  await settled(installation, load.merchant.id, findings);
  findings.violations.push(...load.faults, ...(shop?.faults ?? []));
  await compareCharges(installation, load, findings);
  await compareRefunds(installation, load, findings);
  if (shop !== null) compareNotifications(load, shop, findings);
  findings.violations.push(...(await installation.brokenRules()));
  return findings;
}

/** Nothing waits: no card, no call, no event, no delivery of this merchant. */
export async function settled(
  installation: Installation,
  merchantId: string,
  findings: Findings,
  timeoutMs = SETTLE_MS,
): Promise<void> {
  const waiting = {
    'charges pending': `charges WHERE merchant_id = $1 AND status = 'pending' AND payment_method LIKE '%card'`,
    'provider calls pending': `provider_calls WHERE merchant_id = $1 AND status = 'pending'`,
    'events not handed on': 'outbox_events WHERE merchant_id = $1 AND relayed_at IS NULL',
    'deliveries not made': `postback_deliveries WHERE merchant_id = $1 AND status IN ('pending', 'retrying')`,
  };
  for (const [what, from] of Object.entries(waiting)) {
    let left = 0;
    await eventually(async () => {
      left = await installation.count(from, [merchantId]);
      if (left > 0) throw new Error(what);
    }, timeoutMs).catch(() => findings.lost.push(`${left} ${what} after ${timeoutMs / 1_000} s`));
  }
}

async function compareCharges(installation: Installation, load: Load, findings: Findings): Promise<void> {
  const rows = await installation.query<ChargeRow>(CHARGES, [load.merchant.id]);
  const byKey = new Map<string, ChargeRow>();
  for (const row of rows) {
    if (byKey.has(row.external_id)) findings.doubled.push(`charge ${row.external_id} is there twice`);
    byKey.set(row.external_id, row);
  }
  for (const { key, id, amount, outcome, refunded } of load.charges) {
    const row = byKey.get(key);
    if (row?.id !== id) {
      findings.lost.push(`charge ${key} was accepted as ${id} and is ${row?.id ?? 'not there'}`);
      continue;
    }
    const expected =
      outcome === 'failed'
        ? { status: 'failed', money: [0, 0] }
        : {
            status: refunded === 0 ? 'captured' : refunded < amount ? 'partially_refunded' : 'refunded',
            money: [amount, refunded],
          };
    const said = JSON.stringify([row.status, row.captured, row.refunded]);
    if (said !== JSON.stringify([expected.status, ...expected.money]))
      findings.violations.push(`charge ${key} is ${said}, not ${JSON.stringify(expected)}`);
    if (row.provider_captured !== row.captured || row.provider_refunded !== row.refunded)
      findings.violations.push(`charge ${key}: the provider holds other amounts than the books`);
    if (row.payments > 1) findings.doubled.push(`charge ${key} has ${row.payments} payments`);
  }
}

async function compareRefunds(installation: Installation, load: Load, findings: Findings): Promise<void> {
  const rows = await installation.query<{ id: string; status: string }>(
    'SELECT id, status FROM refunds WHERE merchant_id = $1',
    [load.merchant.id],
  );
  const succeeded = new Set(rows.filter(({ status }) => status === 'succeeded').map(({ id }) => id));
  for (const { id, key } of load.refunds)
    if (!succeeded.has(id)) findings.lost.push(`refund ${key} was accepted as ${id} and has not succeeded`);
  if (rows.length > load.refunds.length)
    findings.doubled.push(`${rows.length} refunds of ${load.refunds.length} accepted`);
}

function compareNotifications(load: Load, shop: Shop, findings: Findings): void {
  const came = new Set(
    shop.notifications.map(({ event, resourceId, refundId }) => `${event} ${refundId ?? resourceId}`),
  );
  const refundEvents = ['charge.partially_refunded', 'charge.refunded'];
  for (const { id, outcome } of load.charges)
    for (const event of ['charge.pending', `charge.${outcome}`])
      if (!came.has(`${event} ${id}`)) findings.lost.push(`${event} of ${id} never came`);
  for (const { id } of load.refunds)
    if (!refundEvents.some((event) => came.has(`${event} ${id}`)))
      findings.lost.push(`the event of refund ${id} never came`);
  const { doubled, gaps } = shop.account();
  findings.doubled.push(...doubled);
  findings.lost.push(...gaps);
}
