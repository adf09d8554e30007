import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';
import type { MoneyOutcome } from './money-request.transitions';

export const MONEY_ACTIONS = ['adjustment', 'write_off', 'reversal'] as const;
export type MoneyAction = (typeof MONEY_ACTIONS)[number];

/** What an operator wants changed in a book, until a second one wants the same, or it ends otherwise. */
@Entity('money_requests')
@ForeignKey('wallets', ['merchantId', 'walletId'], ['merchantId', 'id'], { name: 'fk_money_requests_wallet' })
@ForeignKey('operators', ['requestedBy'], ['id'], { name: 'fk_money_requests_requested_by' })
@ForeignKey('operators', ['endedBy'], ['id'], { name: 'fk_money_requests_ended_by' })
@Index('uq_money_requests_waiting', { synchronize: false })
@Index('ix_money_requests_same', { synchronize: false })
@Index('ix_money_requests_list', { synchronize: false })
@Check(
  'ck_money_requests_action',
  `CASE action
     WHEN 'adjustment' THEN num_nonnulls(wallet_id, debit, credit, amount_cents) = 4 AND transaction_id IS NULL
     WHEN 'write_off' THEN num_nonnulls(wallet_id, amount_cents) = 2 AND num_nonnulls(debit, credit, transaction_id) = 0
     WHEN 'reversal' THEN transaction_id IS NOT NULL AND num_nonnulls(wallet_id, debit, credit, amount_cents) = 0
     ELSE false END`,
)
@Check('ck_money_requests_amount', 'amount_cents BETWEEN 1 AND 9999999999')
@Check(
  'ck_money_requests_outcome',
  `CASE outcome
     WHEN 'carried_out' THEN ended_by <> requested_by AND ended_by IS NOT NULL AND ended_at IS NOT NULL
     WHEN 'withdrawn' THEN ended_by IS NOT NULL AND ended_at IS NOT NULL
     WHEN 'expired' THEN ended_by IS NULL AND ended_at IS NOT NULL
     ELSE outcome IS NULL AND ended_by IS NULL AND ended_at IS NULL END`,
)
export class MoneyRequest {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_money_requests' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_money_requests' })
  id: string;

  @Column({ name: 'action', type: 'varchar', length: 10 })
  action: MoneyAction;

  /** Null of a reversal. */
  @Column({ name: 'wallet_id', type: 'uuid', nullable: true })
  walletId: string | null;

  /** What is to be reversed. */
  @Column({ name: 'transaction_id', type: 'uuid', nullable: true })
  transactionId: string | null;

  /** Names of accounts, of an adjustment. */
  @Column({ name: 'debit', type: 'varchar', length: 64, nullable: true })
  debit: string | null;

  @Column({ name: 'credit', type: 'varchar', length: 64, nullable: true })
  credit: string | null;

  @Column(bigintColumn('amount_cents', { nullable: true }))
  amountCents: number | null;

  /** The operators' own: no merchant sees it. */
  @Column({ name: 'reason', type: 'varchar', length: 2000 })
  reason: string;

  /** The same for the same request. */
  @Column({ name: 'fingerprint', type: 'bytea' })
  fingerprint: Buffer;

  @Column({ name: 'requested_by', type: 'uuid' })
  requestedBy: string;

  @Column(timestampColumn('requested_at'))
  requestedAt: Date;

  @Column(timestampColumn('expires_at'))
  expiresAt: Date;

  /** Null while it waits, and of what expired and nobody asked for since. */
  @Column({ name: 'outcome', type: 'varchar', length: 11, nullable: true })
  outcome: MoneyOutcome | null;

  /** Who carried it out, or withdrew it. */
  @Column({ name: 'ended_by', type: 'uuid', nullable: true })
  endedBy: string | null;

  @Column(timestampColumn('ended_at', { nullable: true }))
  endedAt: Date | null;
}
