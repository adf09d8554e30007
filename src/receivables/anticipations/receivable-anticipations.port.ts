import type { Tx } from '../../database';

/** A receivable that waits in an unpaid anticipation, and what of it still comes, in cents; 0: it does not wait any more. */
export interface PromisedReceivable {
  readonly merchantId: string;
  readonly id: string;
  readonly anticipationId: string;
  readonly netCents: number;
}

/**
 * What receivables need of the anticipations in which they wait unpaid (money contract §16): whatever is taken from a receivable
 * is taken from its anticipation too, in the same transaction. Anticipations provide it.
 */
export abstract class ReceivableAnticipations {
  /** Locks the anticipations of locked receivables; before accounts. */
  abstract lock(
    tx: Tx,
    receivables: readonly Pick<PromisedReceivable, 'merchantId' | 'anticipationId'>[],
  ): Promise<void>;

  /** Of locked receivables, what each comes to from here on; one that does not wait any more has left its anticipation already. */
  abstract changed(tx: Tx, receivables: readonly PromisedReceivable[]): Promise<void>;
}
