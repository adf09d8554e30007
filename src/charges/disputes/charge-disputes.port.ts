import type { Tx } from '../../database';
import type { DisputeNotification } from '../../providers';
import type { RefundMovement, TakenFrom } from '../charge-money.port';

/** What of a captured charge falls on one recipient, in the order of the rules. */
export interface DisputedPart {
  readonly recipientId: string;
  readonly capturedCents: number;
  /** Answers for disputes. */
  readonly liable: boolean;
}

/** A locked charge of which money was taken, as far as a dispute hangs on it. */
export interface DisputedCharge {
  readonly merchantId: string;
  readonly id: string;
  readonly livemode: boolean;
  /** The account at the provider that it was made with. */
  readonly providerAccountId: string;
  /** What the provider calls the payment. */
  readonly providerReference: string;
  /** Captured and not refunded; what is on its way back counts as refunded. */
  readonly leftCents: number;
  readonly capturedAt: Date;
  readonly parts: readonly DisputedPart[];
}

/** A charge that may have disputes. */
export type DisputableCharge = Pick<DisputedCharge, 'merchantId' | 'id'>;

/** A port: what a dispute is, and what it takes from whom, is nothing that charges know. The disputes provide it. */
export abstract class ChargeDisputes {
  /** The ids of those of these locked charges that have a dispute without an outcome: nothing of them is given back meanwhile. */
  abstract listOpen(tx: Tx, charges: readonly DisputableCharge[]): Promise<ReadonlySet<string>>;

  /**
   * A refund of a locked charge failed, after it had counted as given back. Where disputes take what it had reserved it is released with
   * that: true. Else nothing is done, and it is released as ever.
   */
  abstract releaseRefund(
    tx: Tx,
    charge: DisputedCharge,
    refund: RefundMovement,
    taken: readonly TakenFrom[],
  ): Promise<boolean>;

  /** Takes what a provider tells of a dispute; false when it has to be taken again later. Told again it changes nothing. */
  abstract take(tx: Tx, charge: DisputedCharge, notification: DisputeNotification): Promise<boolean>;
}
