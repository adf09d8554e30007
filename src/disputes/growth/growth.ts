import type { DisputedPart } from '../../charges';
import type { DisputeRecord } from '../dispute.repository';
import { type BornePart, divideMore } from '../money/bearers.rules';

/** How a dispute grows by what a refund that failed had reserved. */
export interface Growth {
  readonly record: DisputeRecord;
  readonly cents: number;
  /** What of it is taken, or blocked, of each bearer. */
  readonly parts: readonly BornePart[];
  /** By what each bears more. */
  readonly borne: readonly BornePart[];
  /** The return of a pix that is open blocks what there is; whatever is debited already debits more. */
  readonly isBlocked: boolean;
}

/** Plans it by the rules of its opening. Of the return of a pix that was lost the debited part grows, which may be more than its amount. Pure. */
export function planGrowth(parts: readonly DisputedPart[], record: DisputeRecord, cents: number): Growth {
  const { dispute, bearers, sources } = record;
  const { kind, status, amountCents, debitedCents } = dispute;
  if (kind === 'chargeback' || status !== 'lost') {
    const borne = divideMore(parts, bearers, cents);
    return { record, cents, parts: borne, borne, isBlocked: kind === 'pix_return' };
  }
  const debited = sources.filter(({ isFee }) => !isFee);
  const more = Math.max(0, debitedCents + cents - amountCents);
  return {
    ...{ record, cents, isBlocked: false },
    parts: divideMore(parts, debited, cents),
    borne: divideMore(parts, bearers, more),
  };
}
