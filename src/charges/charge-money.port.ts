import type { Reading, Tx } from '../database';
import type { PaymentMethod } from '../common/money';

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

/** What a quote hangs on. */
export interface QuotedCapture {
  readonly charge: PricedCharge;
  readonly parts: readonly CapturedPart[];
  readonly capturedAt: Date;
}

/** A capture that was just written. */
export interface Captured {
  readonly charge: CapturedCharge;
  readonly parts: readonly CapturedPart[];
  readonly quote: Quote;
}

/** A charge whose capture was just written. */
export interface CapturedCharge extends PricedCharge {
  readonly id: string;
  /** The name of the adapter through which the money comes. */
  readonly provider: string;
  /** When the money was taken, as the provider tells it: what is due when is counted from its day. */
  readonly capturedAt: Date;
  /** When that is written down. */
  readonly recordedAt: Date;
}

/** Where a part of a refund is taken from, in cents (money contract §17). */
export interface TakenFrom {
  readonly walletId: string;
  readonly source: 'receivable' | 'available' | 'debt';
  readonly receivableId: string | null;
  readonly amountCents: number;
}

/** A refund, and how the money that it gives back moves. */
export interface RefundMovement {
  readonly merchantId: string;
  readonly chargeId: string;
  readonly refundId: string;
  readonly livemode: boolean;
  /** The name of the adapter through which the money goes back. */
  readonly provider: string;
  readonly at: Date;
}

/** A refund that is held, and where it was taken from. */
export interface HeldRefund extends RefundMovement {
  readonly taken: readonly TakenFrom[];
}

/** What of a refund falls on one recipient, in the order of the rules. */
export interface RefundedShare {
  readonly recipientId: string;
  readonly amountCents: number;
  /** Answers for what others cannot pay. */
  readonly liable: boolean;
}

/** A refund that is to be held. */
export interface NewHold {
  readonly refund: RefundMovement;
  readonly shares: readonly RefundedShare[];
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
  abstract quote(capture: QuotedCapture, reading?: Reading): Promise<Quote>;

  /** As quote, of several captures, in their order. */
  abstract quoteEach(captures: readonly QuotedCapture[], reading?: Reading): Promise<Quote[]>;

  /**
   * Writes what was quoted, in the transaction of the captures and after their rows: receivables and books. One after which somebody
   * owes comes alone.
   */
  abstract captured(tx: Tx, captures: readonly Captured[]): Promise<void>;

  /**
   * Holds what a refund gives back, in the transaction in which it is written and after its rows; answers where it is taken
   * from. Throws INSUFFICIENT_BALANCE.
   */
  abstract holdRefund(
    tx: Tx,
    refund: RefundMovement,
    shares: readonly RefundedShare[],
  ): Promise<readonly TakenFrom[]>;

  /**
   * As holdRefund, of several, before any of their rows is written. Null, and nothing is written, for one that is held alone: after
   * which somebody owes, which nobody can pay, or whose money somebody else holds.
   */
  abstract holdRefunds(tx: Tx, refunds: readonly NewHold[]): Promise<(readonly TakenFrom[] | null)[]>;

  /** The provider has given them back: what was held is gone. */
  abstract settleRefunds(tx: Tx, refunds: readonly HeldRefund[]): Promise<void>;

  /** It failed: what was held goes back to where it was taken from, to the cent. */
  abstract releaseRefund(tx: Tx, refund: RefundMovement, taken: readonly TakenFrom[]): Promise<void>;
}
