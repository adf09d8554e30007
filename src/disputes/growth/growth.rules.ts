import type { Dispute } from '../dispute.entity';

type Standing = Pick<Dispute, 'status' | 'amountCents' | 'debitedCents' | 'reportedCents'>;

/** What disputes take of a charge, or may take yet: no other one takes it as well. */
export function standingCents(disputes: readonly Standing[]): number {
  return disputes.reduce((total, dispute) => total + heldCents(dispute), 0);
}

/**
 * What each of a charge's disputes takes of a refund that failed, in their order, the oldest first: what they had left to it, up to what
 * is left of the charge, and none more than its provider says that it takes. One that was won takes nothing. Pure.
 * @param leftCents captured and not refunded, now that the refund has failed
 */
export function growthsOf(disputes: readonly Standing[], leftCents: number, refundCents: number): number[] {
  let free = Math.min(refundCents, leftCents - standingCents(disputes));
  return disputes.map((dispute) => {
    const short = (dispute.reportedCents ?? Infinity) - heldCents(dispute);
    const cents = dispute.status === 'won' ? 0 : Math.max(0, Math.min(free, short));
    free -= cents;
    return cents;
  });
}

function heldCents({ status, amountCents, debitedCents }: Standing): number {
  return status === 'won' || status === 'lost' ? debitedCents : amountCents;
}
