import type { Charge } from '../charge.entity';
import { LEASE_SECONDS } from './operations.repository';
import type { OperationKind, ProviderOperation } from './provider-operation.entity';

/** Whose operation it is. */
export interface OperationOrigin {
  readonly id: string;
  readonly now: Date;
  /** Where the answer is stored, when a request with an Idempotency-Key asked for it. */
  readonly scope: Buffer | null;
  readonly refundId?: string;
  /** True: its maker asks the provider at once, and nobody else until its lease ends. False: it is due for anybody. */
  readonly claimed: boolean;
}

/** The row of an operation that the provider was not asked for yet. */
export function newOperation(
  charge: Pick<Charge, 'id' | 'provider'>,
  kind: OperationKind,
  amountCents: number,
  { id, now, scope, refundId, claimed }: OperationOrigin,
): ProviderOperation {
  return {
    id,
    chargeId: charge.id,
    refundId: refundId ?? null,
    provider: charge.provider,
    kind,
    status: 'pending',
    amountCents,
    attempts: claimed ? 1 : 0,
    nextAttemptAt: claimed ? new Date(now.getTime() + LEASE_SECONDS * 1000) : now,
    idempotencyScope: scope,
    failureCode: null,
    createdAt: now,
    settledAt: null,
  };
}
