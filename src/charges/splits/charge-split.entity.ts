import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../database';
import { Charge } from '../charge.entity';

/** One recipient's part of a charge. Amounts are integer cents; over all parts they sum to those of the charge. */
@Entity('charge_splits')
@ForeignKey(() => Charge, ['merchantId', 'chargeId'], ['merchantId', 'id'], {
  name: 'fk_charge_splits_charge',
})
@ForeignKey('submerchants', ['merchantId', 'submerchantId'], ['merchantId', 'id'], {
  name: 'fk_charge_splits_submerchant',
})
@Unique('uq_charge_splits_recipient', ['merchantId', 'chargeId', 'recipientId'])
@Check('ck_charge_splits_recipient', 'recipient_id = coalesce(submerchant_id, merchant_id)')
@Check('ck_charge_splits_position', 'position BETWEEN 0 AND 19')
@Check('ck_charge_splits_percentage', 'percentage_bp BETWEEN 1 AND 10000')
@Check(
  'ck_charge_splits_amounts',
  `refunded_cents >= 0 AND refunded_cents <= reserved_cents
   AND reserved_cents <= captured_cents AND captured_cents <= share_cents`,
)
@Check(
  'ck_charge_splits_fee',
  `fee_cents BETWEEN 0 AND 19999999998 AND (charge_processing_fee OR coalesce(fee_cents, 0) = 0)`,
)
@Index('uq_charge_splits_remainder', { synchronize: false })
@Index('ix_charge_splits_submerchant', { synchronize: false })
export class ChargeSplit {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_charge_splits' })
  merchantId: string;

  @PrimaryColumn({ name: 'charge_id', type: 'uuid', primaryKeyConstraintName: 'pk_charge_splits' })
  chargeId: string;

  /** The place of the rule in the request. */
  @PrimaryColumn({ name: 'position', type: 'integer', primaryKeyConstraintName: 'pk_charge_splits' })
  position: number;

  @Column({ name: 'recipient_id', type: 'uuid' })
  recipientId: string;

  /** The recipient, when it is a submerchant; null: the merchant itself. */
  @Column({ name: 'submerchant_id', type: 'uuid', nullable: true })
  submerchantId: string | null;

  /** Hundredths of a percent; null when the rule named an amount. */
  @Column({ name: 'percentage_bp', type: 'integer', nullable: true })
  percentageBp: number | null;

  @Column(bigintColumn('share_cents'))
  shareCents: number;

  @Column(bigintColumn('captured_cents'))
  capturedCents: number;

  @Column(bigintColumn('refunded_cents'))
  refundedCents: number;

  /** Refunded, or on the way to be. */
  @Column(bigintColumn('reserved_cents'))
  reservedCents: number;

  /** Of the charge's fee; null before the capture. Above what was captured only as a debt (money contract §13). */
  @Column(bigintColumn('fee_cents', { nullable: true }))
  feeCents: number | null;

  @Column({ name: 'liable', type: 'boolean' })
  liable: boolean;

  @Column({ name: 'charge_processing_fee', type: 'boolean' })
  chargeProcessingFee: boolean;

  @Column({ name: 'charge_remainder', type: 'boolean' })
  chargeRemainder: boolean;
}
