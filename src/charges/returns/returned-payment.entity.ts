import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';
import { Charge } from '../charge.entity';

/** `charge_ended`: it came after its charge was voided or had failed. */
export const RETURN_REASONS = ['charge_ended', 'other_amount'] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** A payment that was not taken and goes back to the payer (contract §6). It changes nothing of its charge. */
@Entity('returned_payments')
@ForeignKey(() => Charge, ['merchantId', 'chargeId'], ['merchantId', 'id'], {
  name: 'fk_returned_payments_charge',
})
@Unique('uq_returned_payments_payment', ['merchantId', 'chargeId', 'paymentId'])
@Unique('uq_returned_payments_call', ['merchantId', 'callId'])
@Check('ck_returned_payments_reason', `reason IN ('charge_ended', 'other_amount')`)
@Check('ck_returned_payments_amount', 'amount_cents BETWEEN 1 AND 9999999999')
export class ReturnedPayment {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_returned_payments' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_returned_payments' })
  id: string;

  @Column({ name: 'charge_id', type: 'uuid' })
  chargeId: string;

  /** The call that gives it back. */
  @Column({ name: 'call_id', type: 'uuid' })
  callId: string;

  /** The provider's name of the payment. */
  @Column({ name: 'payment_id', type: 'varchar', length: 80 })
  paymentId: string;

  @Column({ name: 'reason', type: 'varchar', length: 20 })
  reason: ReturnReason;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  @Column(timestampColumn('paid_at'))
  paidAt: Date;

  @Column(timestampColumn('created_at'))
  createdAt: Date;
}
