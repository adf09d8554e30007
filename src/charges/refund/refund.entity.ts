import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';
import { Charge } from '../charge.entity';
import type { RefundStatus } from './refund.transitions';

/** Money on its way back to the payer. Until it failed it is reserved on its charge. */
@Entity('refunds')
@ForeignKey(() => Charge, ['merchantId', 'chargeId'], ['merchantId', 'id'], { name: 'fk_refunds_charge' })
@ForeignKey('merchants', ['merchantId'], ['id'], { name: 'fk_refunds_merchant' })
@Check('ck_refunds_amount', 'amount_cents BETWEEN 1 AND 9999999999')
@Check('ck_refunds_status', `status IN ('pending', 'succeeded', 'failed')`)
@Check('ck_refunds_settled', `(status = 'pending') = (settled_at IS NULL)`)
@Check('ck_refunds_settled_version', `(status = 'pending') = (settled_version IS NULL)`)
@Unique('uq_refunds_settled_version', ['merchantId', 'chargeId', 'settledVersion'])
@Index('ix_refunds_charge_created', { synchronize: false })
export class Refund {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_refunds' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_refunds' })
  id: string;

  @Column({ name: 'charge_id', type: 'uuid' })
  chargeId: string;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  @Column({ name: 'status', type: 'varchar', length: 20 })
  status: RefundStatus;

  @Column({ name: 'reason', type: 'text', nullable: true })
  reason: string | null;

  /** The merchant said who bears it; else its split follows from the other refunds until it has succeeded. */
  @Column({ name: 'split_named', type: 'boolean' })
  splitNamed: boolean;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('settled_at', { nullable: true }))
  settledAt: Date | null;

  /** The version of its charge that its outcome made: the order in which refunds were settled. */
  @Column({ name: 'settled_version', type: 'integer', nullable: true })
  settledVersion: number | null;
}
