import { createHash } from 'node:crypto';
import { HOUR_MS } from '../../common';
import type { MoneyRequest } from './money-request.entity';
import type { MoneyOutcome, MoneyStatus } from './money-request.transitions';

/** How long a request waits for a second operator (money contract §20). */
export const KEPT_MS = 24 * HOUR_MS;

/** What is asked for: everything that makes two requests the same one. */
export type Wanted = Pick<
  MoneyRequest,
  'merchantId' | 'action' | 'walletId' | 'transactionId' | 'debit' | 'credit' | 'amountCents' | 'reason'
>;

/** The same bytes for the same request, its reason included: a second operator confirms what the first one wrote. */
export function fingerprintOf(wanted: Wanted): Buffer {
  const { merchantId, action, walletId, transactionId, debit, credit, amountCents, reason } = wanted;
  const parts = [merchantId, action, walletId, transactionId, debit, credit, amountCents, reason];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** What is stored of a status: nothing while it waits. */
export function outcomeOf(status: MoneyStatus): MoneyOutcome | null {
  return status === 'waiting' ? null : status;
}

/** How a request stands at a moment: what nobody asked for since its time was over has expired too. */
export function statusOf(
  { outcome, expiresAt }: { readonly outcome: MoneyOutcome | null; readonly expiresAt: Date },
  now: Date,
): MoneyStatus {
  if (outcome !== null) return outcome;
  return expiresAt <= now ? 'expired' : 'waiting';
}
