import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn } from '../database';
import { Dispute } from './dispute.entity';

/** What of a dispute one wallet bears (money contract §17, Bearers), as it was when it was opened, and more by refunds that failed since. Integer cents. */
@Entity('dispute_bearers')
@ForeignKey(() => Dispute, ['merchantId', 'disputeId'], ['merchantId', 'id'], {
  name: 'fk_dispute_bearers_dispute',
})
@Unique('uq_dispute_bearers_wallet', ['merchantId', 'disputeId', 'walletId'])
@Check(
  'ck_dispute_bearers_amounts',
  'amount_cents >= 0 AND fee_cents >= 0 AND blocked_cents BETWEEN 0 AND amount_cents',
)
export class DisputeBearer {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_dispute_bearers' })
  merchantId: string;

  @PrimaryColumn({ name: 'dispute_id', type: 'uuid', primaryKeyConstraintName: 'pk_dispute_bearers' })
  disputeId: string;

  /** The place among them, in the order of the charge's rules. */
  @PrimaryColumn({ name: 'position', type: 'integer', primaryKeyConstraintName: 'pk_dispute_bearers' })
  position: number;

  @Column({ name: 'wallet_id', type: 'uuid' })
  walletId: string;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  @Column(bigintColumn('fee_cents'))
  feeCents: number;

  /** What was available of it when it came to it, and is blocked until the dispute has an outcome. */
  @Column(bigintColumn('blocked_cents'))
  blockedCents: number;
}
