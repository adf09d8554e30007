import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';
import { Charge } from '../charge.entity';
import { Refund } from '../refund/refund.entity';

/** `return`: a payment that came after its charge had ended is given back to the payer. */
export const OPERATION_KINDS = ['authorize', 'capture', 'void', 'refund', 'return'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

export const OPERATION_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];

/**
 * One thing the provider is asked to do. Its id is the provider's idempotency key, so that asking again after a crash
 * or a silence has one effect. While it is pending, whoever moves `nextAttemptAt` into the future may call.
 */
@Entity('provider_operations')
@ForeignKey(() => Charge, ['chargeId'], ['id'], { name: 'fk_provider_operations_charge' })
@ForeignKey(() => Refund, ['refundId'], ['id'], { name: 'fk_provider_operations_refund' })
@Check('ck_provider_operations_kind', `kind IN ('authorize', 'capture', 'void', 'refund', 'return')`)
@Check('ck_provider_operations_status', `status IN ('pending', 'succeeded', 'failed')`)
@Check('ck_provider_operations_refund', `(kind = 'refund') = (refund_id IS NOT NULL)`)
@Check('ck_provider_operations_amount', 'amount_cents BETWEEN 1 AND 9999999999')
@Check('ck_provider_operations_settled', `(status = 'pending') = (settled_at IS NULL)`)
@Index('uq_provider_operations_exclusive', { synchronize: false })
@Index('uq_provider_operations_return', { synchronize: false })
@Index('uq_provider_operations_refund', { synchronize: false })
@Index('ix_provider_operations_due', { synchronize: false })
@Index('ix_provider_operations_charge', ['chargeId'])
export class ProviderOperation {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_provider_operations' })
  id: string;

  @Column({ name: 'charge_id', type: 'uuid' })
  chargeId: string;

  @Column({ name: 'refund_id', type: 'uuid', nullable: true })
  refundId: string | null;

  @Column({ name: 'provider', type: 'varchar', length: 40 })
  provider: string;

  @Column({ name: 'kind', type: 'varchar', length: 20 })
  kind: OperationKind;

  @Column({ name: 'status', type: 'varchar', length: 20 })
  status: OperationStatus;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  @Column({ name: 'attempts', type: 'integer' })
  attempts: number;

  @Column(timestampColumn('next_attempt_at'))
  nextAttemptAt: Date;

  /** Whose stored answer the outcome is (contract §6, Provider calls). */
  @Column({ name: 'idempotency_scope', type: 'bytea', nullable: true })
  idempotencyScope: Buffer | null;

  @Column({ name: 'failure_code', type: 'varchar', length: 40, nullable: true })
  failureCode: string | null;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('settled_at', { nullable: true }))
  settledAt: Date | null;
}
