import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
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

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('settled_at', { nullable: true }))
  settledAt: Date | null;
}
