import { traceparentHere } from '../../common/tracing';
import { LEASE_SECONDS } from './provider-call.repository';
import { providerCallTransitions } from './provider-call.transitions';
import type { CallKind, ProviderCallRecord } from './provider-call.types';

/** What a provider is to be asked, and on whose behalf. */
export interface NewProviderCall {
  readonly id: string;
  /** Default: its id. */
  readonly key?: string;
  readonly merchantId: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly accountId: string;
  readonly kind: CallKind;
  readonly amountCents: number;
  readonly now: Date;
  /** Where the answer is stored, when a request with an Idempotency-Key asked for it. */
  readonly scope: Buffer | null;
  /** True: its maker asks the provider at once, and nobody else until its lease ends. False: it is due for anybody. */
  readonly claimed: boolean;
}

/** What a request asks for: the rest follows from the request. */
export type CallToMake = Omit<NewProviderCall, 'id' | 'key' | 'subjectType' | 'now' | 'scope' | 'claimed'>;

/** The row of a call that the provider was not asked yet. Written out: to take some properties out and spread the rest is slow. */
export function newProviderCall(call: NewProviderCall): ProviderCallRecord {
  const { id, key = id, now, claimed } = call;
  return {
    id,
    merchantId: call.merchantId,
    subjectType: call.subjectType,
    subjectId: call.subjectId,
    accountId: call.accountId,
    kind: call.kind,
    amountCents: call.amountCents,
    status: providerCallTransitions.next(null, 'create'),
    key,
    attempts: claimed ? 1 : 0,
    refusals: 0,
    nextAttemptAt: claimed ? new Date(now.getTime() + LEASE_SECONDS * 1000) : now,
    idempotencyScope: call.scope,
    failureCode: null,
    createdAt: now,
    settledAt: null,
    traceContext: traceparentHere(),
  };
}
