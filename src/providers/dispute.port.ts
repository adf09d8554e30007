import type { DisputeKind } from '../common/money';
import type { AccountAccess, ProviderOutcome } from './provider.port';

/** What an institution tells of a dispute: of which payment, and under its own name of the dispute. */
export type DisputeNotification = {
  /** When, where it tells that; else it counts as just now. */
  readonly at?: Date;
} & (
  | {
      readonly kind: 'dispute_opened';
      readonly reference: string;
      /** The institution's name of this dispute: told twice under it, it is one. */
      readonly disputeId: string;
      readonly dispute: DisputeKind;
      /** What is disputed, as the institution counts it. */
      readonly amountCents: number;
      /** Until when it takes an answer; null: it names no moment. */
      readonly respondBy: Date | null;
      readonly reason: string | null;
    }
  | { readonly kind: 'dispute_won'; readonly reference: string; readonly disputeId: string }
  | {
      readonly kind: 'dispute_lost';
      readonly reference: string;
      readonly disputeId: string;
      /** What it has taken, or takes now. */
      readonly amountCents: number;
    }
);

/** A request about a dispute that the institution has opened. */
export interface DisputeRequest {
  /** Its name of the payment. */
  readonly reference: string;
  readonly disputeId: string;
}

/** What speaks for the payment. */
export interface ContestRequest extends DisputeRequest {
  readonly statement: string;
  readonly evidence: readonly Evidence[];
}

/** A file that lies where the merchant put it; the institution fetches it. */
export interface Evidence {
  readonly name: string;
  readonly fileUrl: string;
  readonly mimeType: string;
}

/** What an institution takes as an answer to its disputes. The decision comes later, as a notification. */
export interface DisputePort {
  /** Speaks against it. */
  contest(account: AccountAccess, key: string, request: ContestRequest): Promise<ProviderOutcome>;
  /** Gives in: done, it is lost. */
  accept(account: AccountAccess, key: string, request: DisputeRequest): Promise<ProviderOutcome>;
}
