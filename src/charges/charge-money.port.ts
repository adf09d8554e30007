import type { Reading, Tx } from '../database';
import type { PaymentMethod } from './methods/methods';

/** What a charge is, as far as its price hangs on it. */
export interface PricedCharge {
  readonly merchantId: string;
  readonly livemode: boolean;
  readonly paymentMethod: PaymentMethod;
  /** Of cards; null where it is not known. */
  readonly brand: string | null;
  /** 1 where there are none. */
  readonly installments: number;
  /** When the charge was made: what was agreed then is what it goes by, whatever is agreed later. */
  readonly createdAt: Date;
}

/** One recipient's part of a capture, in the order of the rules. */
export interface CapturedPart {
  readonly recipientId: string;
  readonly capturedCents: number;
  readonly chargeProcessingFee: boolean;
  readonly chargeRemainder: boolean;
}

/** What a recipient will get of an instalment, and on which day (YYYY-MM-DD). */
export interface ExpectedReceivable {
  readonly recipientId: string;
  readonly installment: number;
  readonly dueDate: string;
  readonly amountCents: number;
  readonly feeCents: number;
}

/** What a capture costs each part, in their order, what comes of it when, and what of that is held back for a while. */
export interface Quote {
  /** They sum to the fee of the charge. More than a part only for the first that bears fees (money contract §13). */
  readonly feesCents: readonly number[];
  readonly receivables: readonly ExpectedReceivable[];
  readonly reserve: { readonly percentagePpm: number; readonly days: number };
}

/** A charge whose capture was just written. */
export interface CapturedCharge extends PricedCharge {
  readonly id: string;
  /** The name of the adapter through which the money comes. */
  readonly provider: string;
  readonly capturedAt: Date;
}

/**
 * A port: what merchants and the platform agreed on, and what follows from it for a charge's money, is nothing that
 * charges know. The receivables provide it.
 */
export abstract class ChargeMoney {
  /**
   * What a capture at a moment costs and what comes of it, before it is made and while it is.
   * @param reading the open transaction, of a capture that is written
   */
  abstract quote(
    charge: PricedCharge,
    parts: readonly CapturedPart[],
    capturedAt: Date,
    reading?: Reading,
  ): Promise<Quote>;

  /** Writes what was quoted, in the transaction of the capture and after its rows: receivables and books. */
  abstract captured(
    tx: Tx,
    charge: CapturedCharge,
    parts: readonly CapturedPart[],
    quote: Quote,
  ): Promise<void>;
}
