import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';
import { Wallet } from '../wallet.entity';

export const HOLD_STATUSES = ['held', 'released'] as const;
export type HoldStatus = (typeof HOLD_STATUSES)[number];

/** Money of a wallet that an operator has blocked, until it is released, once. */
@Entity('holds')
@ForeignKey(() => Wallet, ['merchantId', 'walletId'], ['merchantId', 'id'], { name: 'fk_holds_wallet' })
@ForeignKey('operators', ['placedBy'], ['id'], { name: 'fk_holds_placed_by' })
@ForeignKey('operators', ['releasedBy'], ['id'], { name: 'fk_holds_released_by' })
@Index('ix_holds_wallet', { synchronize: false })
@Index('ix_holds_due', { synchronize: false })
@Check('ck_holds_amount', 'amount_cents BETWEEN 1 AND 9999999999')
@Check(
  'ck_holds_released',
  `CASE WHEN released_at IS NULL THEN released_by IS NULL
        ELSE released_by IS NOT NULL OR release_date IS NOT NULL END`,
)
export class Hold {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_holds' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_holds' })
  id: string;

  @Column({ name: 'wallet_id', type: 'uuid' })
  walletId: string;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  /** The operators' own: no merchant sees it. */
  @Column({ name: 'reason', type: 'varchar', length: 2000 })
  reason: string;

  /** It ends when this day begins in America/Sao_Paulo; null: when an operator says so. */
  @Column({ name: 'release_date', type: 'date', nullable: true })
  releaseDate: string | null;

  @Column({ name: 'placed_by', type: 'uuid' })
  placedBy: string;

  /** Null: by its date. */
  @Column({ name: 'released_by', type: 'uuid', nullable: true })
  releasedBy: string | null;

  @Column(timestampColumn('released_at', { nullable: true }))
  releasedAt: Date | null;

  @Column(timestampColumn('created_at'))
  createdAt: Date;
}

export function statusOfHold({ releasedAt }: Hold): HoldStatus {
  return releasedAt === null ? 'held' : 'released';
}
