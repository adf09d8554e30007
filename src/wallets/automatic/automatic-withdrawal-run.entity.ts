import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import { Wallet } from '../wallet.entity';
import type { RunOutcome, RunRefusal } from './automatic.rules';

/** What came of a wallet's automatic withdrawal; one of the calendar for each day. */
@Entity('automatic_withdrawal_runs')
@ForeignKey(() => Wallet, ['merchantId', 'walletId'], ['merchantId', 'id'], {
  name: 'fk_automatic_withdrawal_runs_wallet',
})
@ForeignKey('withdrawals', ['merchantId', 'withdrawalId'], ['merchantId', 'id'], {
  name: 'fk_automatic_withdrawal_runs_withdrawal',
})
@Check('ck_automatic_withdrawal_runs_source', `source IN ('calendar', 'sandbox')`)
@Check(
  'ck_automatic_withdrawal_runs_outcome',
  `CASE outcome
   WHEN 'withdrawn' THEN withdrawal_id IS NOT NULL AND code IS NULL
   WHEN 'nothing_to_send' THEN num_nonnulls(withdrawal_id, code) = 0
   WHEN 'refused' THEN withdrawal_id IS NULL AND code IS NOT NULL
     AND code IN ('WALLET_FROZEN', 'PROVIDER_NOT_CONFIGURED', 'DESTINATION_NOT_USABLE', 'WITHDRAWAL_LIMIT_EXCEEDED')
   ELSE false END`,
)
@Index('uq_automatic_withdrawal_runs_day', { synchronize: false })
@Index('uq_automatic_withdrawal_runs_withdrawal', { synchronize: false })
@Index('ix_automatic_withdrawal_runs_last', { synchronize: false })
@Index('ix_automatic_withdrawal_runs_old', { synchronize: false })
export class AutomaticWithdrawalRun {
  @PrimaryColumn({
    name: 'merchant_id',
    type: 'uuid',
    primaryKeyConstraintName: 'pk_automatic_withdrawal_runs',
  })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_automatic_withdrawal_runs' })
  id: string;

  @Column({ name: 'wallet_id', type: 'uuid' })
  walletId: string;

  /** The business day that it was for, of the sandbox the day that it was. */
  @Column({ name: 'day', type: 'date' })
  day: string;

  @Column({ name: 'source', type: 'varchar', length: 8 })
  source: 'calendar' | 'sandbox';

  @Column({ name: 'outcome', type: 'varchar', length: 15 })
  outcome: RunOutcome;

  @Column({ name: 'withdrawal_id', type: 'uuid', nullable: true })
  withdrawalId: string | null;

  @Column({ name: 'code', type: 'varchar', length: 40, nullable: true })
  code: RunRefusal | null;

  @Column(timestampColumn('at'))
  at: Date;
}
