import { createHash } from 'node:crypto';
import { HOUR_MS } from '../../common';
import type { MoneyOutcome, MoneyRequest } from './money-request.entity';

/** How long a request waits for a second operator (money contract §20). */
export const KEPT_MS = 24 * HOUR_MS;

/** What is asked for: everything that makes two requests the same one. */
export type Wanted = Pick<
  MoneyRequest,
  'merchantId' | 'action' | 'walletId' | 'transactionId' | 'debit' | 'credit' | 'amountCents' | 'reason'
>;

export const MONEY_STATUSES = ['waiting', 'carried_out', 'withdrawn', 'expired'] as const;
export type MoneyStatus = (typeof MONEY_STATUSES)[number];

/** The same bytes for the same request, its reason included: a second operator confirms what the first one wrote. */
export function fingerprintOf(wanted: Wanted): Buffer {
  const { merchantId, action, walletId, transactionId, debit, credit, amountCents, reason } = wanted;
  const parts = [merchantId, action, walletId, transactionId, debit, credit, amountCents, reason];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** How a request stands at a moment. */
export function statusOf(
  { outcome, expiresAt }: { readonly outcome: MoneyOutcome | null; readonly expiresAt: Date },
  now: Date,
): MoneyStatus {
  if (outcome !== null) return outcome;
  return expiresAt <= now ? 'expired' : 'waiting';
}
