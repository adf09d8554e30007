import type { CallStatus } from './provider-call.transitions';

/**
 * `return`: a payment that was not taken is given back to the payer. `contest` and `accept` answer a dispute. `resolve`: whose
 * account something is; `pay`: money is sent there.
 */
export const CALL_KINDS = [
  'authorize',
  'capture',
  'void',
  'refund',
  'return',
  'contest',
  'accept',
  'resolve',
  'pay',
] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** A call, as those read it that own what it is about. */
export interface ProviderCallRecord {
  readonly merchantId: string;
  readonly id: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly accountId: string;
  readonly kind: CallKind;
  readonly status: CallStatus;
  readonly amountCents: number;
  readonly key: string;
  readonly attempts: number;
  readonly refusals: number;
  readonly nextAttemptAt: Date;
  readonly idempotencyScope: Buffer | null;
  readonly failureCode: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
  /** Where in a trace it was asked for, as a W3C traceparent. */
  readonly traceContext: string | null;
}

/** Names a call: internal references carry the tenant beside the id. */
export type CallRef = Pick<ProviderCallRecord, 'merchantId' | 'id'>;
