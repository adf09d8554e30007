import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../database';
import { Refund } from './refund.entity';

/** How much of a refund one recipient bears, in cents. */
@Entity('refund_splits')
@ForeignKey(() => Refund, ['merchantId', 'refundId'], ['merchantId', 'id'], {
  name: 'fk_refund_splits_refund',
})
@Unique('uq_refund_splits_recipient', ['merchantId', 'refundId', 'recipientId'])
@Check('ck_refund_splits_amount', 'amount_cents >= 0')
export class RefundSplit {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_refund_splits' })
  merchantId: string;

  @PrimaryColumn({ name: 'refund_id', type: 'uuid', primaryKeyConstraintName: 'pk_refund_splits' })
  refundId: string;

  @PrimaryColumn({ name: 'position', type: 'integer', primaryKeyConstraintName: 'pk_refund_splits' })
  position: number;

  @Column({ name: 'recipient_id', type: 'uuid' })
  recipientId: string;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;
}
