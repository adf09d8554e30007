import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';
import type { CallStatus } from './provider-call.transitions';
import type { CallKind, ProviderCallRecord } from './provider-call.types';

/**
 * One thing that a provider is asked to do about a subject, which another feature owns. Its key is the provider's
 * idempotency key, so that asking again after a crash or a silence has one effect. While it is pending, whoever moves
 * `nextAttemptAt` into the future may ask.
 */
@Entity('provider_calls')
@Check(
  'ck_provider_calls_kind',
  `kind IN ('authorize', 'capture', 'void', 'refund', 'return', 'contest', 'accept', 'resolve', 'pay')`,
)
@Check('ck_provider_calls_status', `status IN ('pending', 'succeeded', 'failed')`)
@Check(
  'ck_provider_calls_amount',
  `amount_cents BETWEEN 0 AND 9999999999 AND (amount_cents > 0 OR kind IN ('contest', 'accept', 'resolve'))`,
)
@Check('ck_provider_calls_settled', `(status = 'pending') = (settled_at IS NULL)`)
@Unique('uq_provider_calls_key', ['merchantId', 'key'])
@Index('uq_provider_calls_exclusive', { synchronize: false })
@Index('uq_provider_calls_refund', { synchronize: false })
@Index('uq_provider_calls_dispute', { synchronize: false })
@Index('uq_provider_calls_payout', { synchronize: false })
@Index('ix_provider_calls_given_back', { synchronize: false })
@Index('ix_provider_calls_first', { synchronize: false })
@Index('ix_provider_calls_repeated', { synchronize: false })
@Index('ix_provider_calls_subject', ['merchantId', 'subjectId', 'createdAt'])
export class ProviderCall implements ProviderCallRecord {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_provider_calls' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_provider_calls' })
  id: string;

  /** What it is about, e.g. `charge`: who registered under that name knows what an outcome means. */
  @Column({ name: 'subject_type', type: 'varchar', length: 40 })
  subjectType: string;

  @Column({ name: 'subject_id', type: 'uuid' })
  subjectId: string;

  @Column({ name: 'account_id', type: 'uuid' })
  accountId: string;

  @Column({ name: 'kind', type: 'varchar', length: 20 })
  kind: CallKind;

  @Column({ name: 'status', type: 'varchar', length: 20 })
  status: CallStatus;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  /** Our name of the request at the provider, in lower case: another one after a refusal that may be repeated. */
  @Column({ name: 'key', type: 'varchar', length: 60 })
  key: string;

  /** How often somebody began to ask. */
  @Column({ name: 'attempts', type: 'integer' })
  attempts: number;

  /** How often it was refused, and asked for again. */
  @Column({ name: 'refusals', type: 'integer' })
  refusals: number;

  @Column(timestampColumn('next_attempt_at'))
  nextAttemptAt: Date;

  /** Whose stored answer the outcome is (contract §6, Provider calls). */
  @Column({ name: 'idempotency_scope', type: 'bytea', nullable: true })
  idempotencyScope: Buffer | null;

  /** Of the refusal, also of one that is repeated. */
  @Column({ name: 'failure_code', type: 'varchar', length: 40, nullable: true })
  failureCode: string | null;

  /** Where in a trace it was asked for, as a W3C traceparent. */
  @Column({ name: 'trace_context', type: 'varchar', length: 55, nullable: true })
  traceContext: string | null;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('settled_at', { nullable: true }))
  settledAt: Date | null;
}
