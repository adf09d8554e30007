import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn, timestampColumn } from '../database';
import { Withdrawal } from './withdrawal.entity';

/** Money that came back after it was paid. */
@Entity('withdrawal_returns')
@ForeignKey(() => Withdrawal, ['merchantId', 'withdrawalId'], ['merchantId', 'id'], {
  name: 'fk_withdrawal_returns_withdrawal',
})
@Unique('uq_withdrawal_returns_provider', ['merchantId', 'withdrawalId', 'providerReturnId'])
@Index('ix_withdrawal_returns_provider', ['providerReturnId'])
@Check('ck_withdrawal_returns_amount', 'amount_cents > 0')
export class WithdrawalReturn {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_withdrawal_returns' })
  merchantId: string;

  @PrimaryColumn({ name: 'withdrawal_id', type: 'uuid', primaryKeyConstraintName: 'pk_withdrawal_returns' })
  withdrawalId: string;

  /** From 1. */
  @PrimaryColumn({ name: 'number', type: 'integer', primaryKeyConstraintName: 'pk_withdrawal_returns' })
  number: number;

  /** The institution's name of it: told twice under it, it is one. */
  @Column({ name: 'provider_return_id', type: 'varchar', length: 80 })
  providerReturnId: string;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  @Column({ name: 'reason', type: 'varchar', length: 200, nullable: true })
  reason: string | null;

  @Column(timestampColumn('at'))
  at: Date;
}
