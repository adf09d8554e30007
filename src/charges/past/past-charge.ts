import type { CapturedCharge, RefundMovement, RefundedShare } from '../charge-money.port';
import type { DisputedPart } from '../disputes/charge-disputes.port';

/** A part of a captured charge, as books and disputes need it. */
export interface PastPart extends DisputedPart {
  readonly chargeProcessingFee: boolean;
  readonly chargeRemainder: boolean;
}

/** A refund of before: when it was asked for, what became of it, and on whom it falls. */
export interface PastRefund {
  /** `at` is when it was asked for. */
  readonly refund: RefundMovement;
  readonly shares: readonly RefundedShare[];
  readonly outcome: { readonly succeeded: boolean; readonly at: Date } | null;
}

/** A captured charge with all that moved money of it, locked, none of it in the books. */
export interface PastCharge {
  readonly charge: CapturedCharge & {
    readonly providerAccountId: string;
    /** What the provider calls the payment. */
    readonly providerReference: string;
  };
  /** In the order of the rules. */
  readonly parts: readonly PastPart[];
  /** In the order in which they were asked for. */
  readonly refunds: readonly PastRefund[];
  /** When its payer had all of it back that was left; null where it is no chargeback. */
  readonly chargedBackAt: Date | null;
}

/** A captured charge, by its id alone. */
export interface CapturedRef {
  readonly id: string;
  readonly capturedCents: number;
}
