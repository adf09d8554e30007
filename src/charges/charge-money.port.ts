import type { Reading } from '../database';
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

/** What a capture costs each part, in their order, and what comes of it when. */
export interface Quote {
  readonly feesCents: readonly number[];
  readonly receivables: readonly ExpectedReceivable[];
}

/**
 * A port: what merchants and the platform agreed on, and what follows from it for a charge's money, is nothing that
 * charges know. The receivables provide it.
 */
export abstract class ChargeMoney {
  /**
   * What a capture costs each part, in their order, in cents: they sum to the fee of the charge. More than a part only for the
   * first that bears fees, when the fee is above all that bear it together (money contract §13).
   * @param reading the open transaction
   */
  abstract fees(
    charge: PricedCharge,
    parts: readonly CapturedPart[],
    reading: Reading,
  ): Promise<readonly number[]>;

  /** As fees, and what would be due when, if it were captured at a moment. */
  abstract quote(charge: PricedCharge, parts: readonly CapturedPart[], capturedAt: Date): Promise<Quote>;
}
