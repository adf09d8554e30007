import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';

/** What was held back of money that became available, until its day (money contract §13, Reserve). Integer cents. */
@Entity('reserves')
@ForeignKey('settlements', ['merchantId', 'settlementId'], ['merchantId', 'id'], {
  name: 'fk_reserves_settlement',
})
@ForeignKey('charges', ['merchantId', 'chargeId'], ['merchantId', 'id'], { name: 'fk_reserves_charge' })
@Check('ck_reserves_origin', '(settlement_id IS NULL) <> (charge_id IS NULL)')
@Check('ck_reserves_amounts', 'amount_cents > 0 AND left_cents BETWEEN 0 AND amount_cents')
@Check('ck_reserves_released', '(released_at IS NULL) OR left_cents = 0')
@Index('ix_reserves_wallet', { synchronize: false })
@Index('ix_reserves_due', { synchronize: false })
export class Reserve {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_reserves' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_reserves' })
  id: string;

  @Column({ name: 'wallet_id', type: 'uuid' })
  walletId: string;

  /** The settlement that it was held back from; null when it was the capture of a charge. */
  @Column({ name: 'settlement_id', type: 'uuid', nullable: true })
  settlementId: string | null;

  @Column({ name: 'charge_id', type: 'uuid', nullable: true })
  chargeId: string | null;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  /** What is still held: disputes may have taken from it. */
  @Column(bigintColumn('left_cents'))
  leftCents: number;

  @Column({ name: 'release_date', type: 'date' })
  releaseDate: string;

  @Column(timestampColumn('released_at', { nullable: true }))
  releasedAt: Date | null;

  @Column(timestampColumn('created_at'))
  createdAt: Date;
}
