import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';
import { Wallet } from '../wallet.entity';

/** Money that a merchant gave to a submerchant's wallet, out of its own; final. */
@Entity('transfers')
@ForeignKey(() => Wallet, ['merchantId', 'toWalletId'], ['merchantId', 'id'], {
  name: 'fk_transfers_to_wallet',
})
@Index('ix_transfers_list', { synchronize: false })
@Index('ix_transfers_to_wallet', { synchronize: false })
@Check('ck_transfers_to', 'to_wallet_id <> merchant_id')
@Check('ck_transfers_amount', 'amount_cents BETWEEN 1 AND 9999999999')
export class Transfer {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_transfers' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_transfers' })
  id: string;

  @Column({ name: 'to_wallet_id', type: 'uuid' })
  toWalletId: string;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  @Column({ name: 'description', type: 'varchar', length: 140, nullable: true })
  description: string | null;

  @Column({ name: 'external_id', type: 'varchar', length: 100, nullable: true })
  externalId: string | null;

  @Column(timestampColumn('created_at'))
  createdAt: Date;
}
