import { bookAccount, type Line, sumLines } from '../../ledger';
import type { ReportLineType } from '../../providers';
import type { ReconciliationItem } from '../reconciliation-item.entity';

const GOING_OUT: readonly ReportLineType[] = ['refund', 'dispute', 'payout'];
/** What is due from a provider, and what it took back of that. */
const CLEARED: readonly ReportLineType[] = ['payment', 'refund', 'dispute', 'dispute_return'];

/** What an item says of its money, in cents. */
export type ItemMoney = Pick<
  ReconciliationItem,
  'provider' | 'type' | 'expectedCents' | 'grossCents' | 'feeCents'
>;

/**
 * What a line of a report does in the books (money contract §§ 11, 19): its net comes into cash and its fee is a cost, against what was due
 * from the provider, or the reverse. What a payout moves is posted already, so only its fee is. Where the line and the books differ,
 * the difference is in suspense: nothing is left there by a line that agrees.
 */
export function linesOf({ provider, type, expectedCents, grossCents, feeCents }: ItemMoney): Line[] {
  const way = GOING_OUT.includes(type) ? -1 : 1;
  const gross = way * (grossCents ?? 0);
  const expected = way * (expectedCents ?? 0);
  const fee = feeCents ?? 0;
  const cleared = CLEARED.includes(type) ? expected : 0;
  const unexplained = gross - expected;
  return sumLines([
    { account: bookAccount(`clearing:${provider}`), amountCents: cleared },
    { account: bookAccount(`costs:${provider}`), amountCents: -fee },
    { account: bookAccount('suspense'), amountCents: unexplained },
    { account: bookAccount(`cash:${provider}`), amountCents: fee - cleared - unexplained },
  ]);
}

/** Under what an item is posted: what was never reported has no line to be named after. */
export function referenceOf({
  id,
  provider,
  lineId,
}: Pick<ReconciliationItem, 'id' | 'provider' | 'lineId'>): string {
  return lineId === null ? `reconciliation:${id}` : `provider:${provider}:${lineId}`;
}
