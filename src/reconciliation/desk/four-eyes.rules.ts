import { HOUR_MS } from '../../common';
import type { ReconciliationItem } from '../reconciliation-item.entity';

/** How long an adjustment waits for a second operator (money contract §20). */
const KEPT_MS = 24 * HOUR_MS;

export function expiryOf(askedAt: Date): Date {
  return new Date(askedAt.getTime() + KEPT_MS);
}

/** Who asked for the same adjustment before, with the same words; null: nobody, or too long ago. */
export function firstOf(
  { askedBy, askedNote, askedAt }: Pick<ReconciliationItem, 'askedBy' | 'askedNote' | 'askedAt'>,
  note: string,
  now: Date,
): { readonly operatorId: string; readonly decidedAt: Date } | null {
  if (askedBy === null || askedAt === null || askedNote !== note || expiryOf(askedAt) <= now) return null;
  return { operatorId: askedBy, decidedAt: askedAt };
}
