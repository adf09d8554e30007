import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../database';
import { Wallet } from '../wallet.entity';
import type { Frequency } from './automatic.rules';

/** When a wallet is paid out by itself, how much of it, and where to (money contract §12). Integer cents. */
@Entity('automatic_withdrawals')
@ForeignKey(() => Wallet, ['merchantId', 'walletId'], ['merchantId', 'id'], {
  name: 'fk_automatic_withdrawals_wallet',
})
@ForeignKey('destinations', ['merchantId', 'walletId', 'destinationId'], ['merchantId', 'walletId', 'id'], {
  name: 'fk_automatic_withdrawals_destination',
})
@Index('ix_automatic_withdrawals_due', ['nextOn'])
@Check(
  'ck_automatic_withdrawals_day',
  `CASE frequency
   WHEN 'daily' THEN day IS NULL
   WHEN 'weekly' THEN day IS NOT NULL AND day BETWEEN 1 AND 5
   WHEN 'monthly' THEN day IS NOT NULL AND day BETWEEN 1 AND 31
   ELSE false END`,
)
@Check(
  'ck_automatic_withdrawals_amounts',
  'minimum_cents BETWEEN 1 AND 9999999999 AND retain_cents BETWEEN 0 AND 9999999999',
)
export class AutomaticWithdrawal {
  @PrimaryColumn({
    name: 'merchant_id',
    type: 'uuid',
    primaryKeyConstraintName: 'pk_automatic_withdrawals',
  })
  merchantId: string;

  @PrimaryColumn({ name: 'wallet_id', type: 'uuid', primaryKeyConstraintName: 'pk_automatic_withdrawals' })
  walletId: string;

  @Column({ name: 'frequency', type: 'varchar', length: 7 })
  frequency: Frequency;

  /** Of the week, Monday is 1, or of the month; null: every day. */
  @Column({ name: 'day', type: 'smallint', nullable: true })
  day: number | null;

  /** What is less than this is not worth it. */
  @Column(bigintColumn('minimum_cents'))
  minimumCents: number;

  /** What stays in the wallet. */
  @Column(bigintColumn('retain_cents'))
  retainCents: number;

  @Column({ name: 'destination_id', type: 'uuid' })
  destinationId: string;

  /** The business day of the next one, as the calendar was when that was told. */
  @Column({ name: 'next_on', type: 'date' })
  nextOn: string;
}
