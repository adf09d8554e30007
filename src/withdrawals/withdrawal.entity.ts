import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../database';
import type { PayoutMethod } from '../providers';
import type { WithdrawalStatus } from './withdrawal.transitions';

export const WAITING_FOR = ['wallet', 'provider', 'window'] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

export const WITHDRAWAL_SOURCES = ['api', 'automatic'] as const;
export type WithdrawalSource = (typeof WITHDRAWAL_SOURCES)[number];

export const FAILURE_CODES = [
  'account_not_found',
  'account_closed',
  'invalid_key',
  'holder_mismatch',
  'bank_unavailable',
  'provider_refused',
  'refused_in_review',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** Why it failed, as it is kept: of a destination that is gone the contract has the nearest code alone, not the reason. */
export type FailureCause = FailureCode | 'destination_removed';

/** Why an operator looks at it, beside its amount. */
export const FINDINGS = ['first_to_destination', 'recently_suspended', 'disputes_high'] as const;
export type Finding = (typeof FINDINGS)[number];

/** Money that leaves a wallet for one of its destinations (money contract §15). Integer cents. */
@Entity('withdrawals')
@ForeignKey('wallets', ['merchantId', 'walletId'], ['merchantId', 'id'], { name: 'fk_withdrawals_wallet' })
@ForeignKey('destinations', ['merchantId', 'destinationId'], ['merchantId', 'id'], {
  name: 'fk_withdrawals_destination',
})
@Check(
  'ck_withdrawals_status',
  `status IN ('under_review', 'pending', 'processing', 'paid', 'failed', 'cancelled', 'partially_returned', 'returned')`,
)
@Check(
  'ck_withdrawals_amounts',
  'amount_cents BETWEEN 1 AND 9999999999 AND fee_cents BETWEEN 0 AND 9999999999',
)
@Check(
  'ck_withdrawals_returned',
  `CASE status WHEN 'returned' THEN returned_cents = amount_cents
   WHEN 'partially_returned' THEN returned_cents > 0 AND returned_cents < amount_cents
   ELSE returned_cents = 0 END`,
)
@Check('ck_withdrawals_method', `method IN ('pix', 'ted') AND source IN ('api', 'automatic')`)
@Check(
  'ck_withdrawals_waiting',
  `waiting_for IS NULL OR status = 'pending' AND waiting_for IN ('wallet', 'provider', 'window')`,
)
@Check(
  'ck_withdrawals_failed',
  `(status = 'failed') = (failure_code IS NOT NULL) AND (status = 'failed') = (failed_at IS NOT NULL)`,
)
@Check('ck_withdrawals_cancelled', `(status = 'cancelled') = (cancelled_at IS NOT NULL)`)
@Check(
  'ck_withdrawals_paid',
  `(status IN ('paid', 'partially_returned', 'returned')) = (paid_at IS NOT NULL)`,
)
@Check('ck_withdrawals_version', 'version > 0')
@Index('uq_withdrawals_external_id', { synchronize: false })
@Index('ix_withdrawals_list', { synchronize: false })
@Index('ix_withdrawals_wallet', { synchronize: false })
@Index('ix_withdrawals_due', { synchronize: false })
@Index('ix_withdrawals_processing', { synchronize: false })
@Index('ix_withdrawals_queue', { synchronize: false })
export class Withdrawal {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_withdrawals' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_withdrawals' })
  id: string;

  @Column({ name: 'wallet_id', type: 'uuid' })
  walletId: string;

  @Column({ name: 'destination_id', type: 'uuid' })
  destinationId: string;

  /** Whose institution sends it. */
  @Column({ name: 'provider_account_id', type: 'uuid' })
  providerAccountId: string;

  /** What arrives. */
  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  /** On top of it. */
  @Column(bigintColumn('fee_cents'))
  feeCents: number;

  @Column(bigintColumn('returned_cents'))
  returnedCents: number;

  @Column({ name: 'status', type: 'varchar', length: 20 })
  status: WithdrawalStatus;

  @Column({ name: 'waiting_for', type: 'varchar', length: 10, nullable: true })
  waitingFor: WaitingFor | null;

  @Column({ name: 'method', type: 'varchar', length: 3 })
  method: PayoutMethod;

  @Column({ name: 'source', type: 'varchar', length: 10 })
  source: WithdrawalSource;

  @Column({ name: 'external_id', type: 'varchar', length: 100, nullable: true })
  externalId: string | null;

  @Column({ name: 'description', type: 'varchar', length: 140, nullable: true })
  description: string | null;

  @Column({ name: 'findings', type: 'varchar', array: true })
  findings: Finding[];

  /** Whether two operators have to approve it: the terms of when it was asked for. */
  @Column({ name: 'needs_two', type: 'boolean' })
  needsTwo: boolean;

  /** Who approved it first, while a second one is waited for. */
  @Column({ name: 'first_approved_by', type: 'uuid', nullable: true })
  firstApprovedBy: string | null;

  @Column(timestampColumn('first_approved_at', { nullable: true }))
  firstApprovedAt: Date | null;

  @Column({ name: 'failure_code', type: 'varchar', length: 20, nullable: true })
  failureCode: FailureCause | null;

  /** The institution's name of the payout that went through. */
  @Column({ name: 'provider_reference', type: 'varchar', length: 80, nullable: true })
  providerReference: string | null;

  @Column({ name: 'end_to_end_id', type: 'varchar', length: 80, nullable: true })
  endToEndId: string | null;

  @Column({ name: 'authentication', type: 'varchar', length: 80, nullable: true })
  authentication: string | null;

  /** When it may be sent; counts while it is pending. */
  @Column(timestampColumn('next_attempt_at'))
  nextAttemptAt: Date;

  /** How often the provider put it off. */
  @Column({ name: 'refusals', type: 'integer' })
  refusals: number;

  @Column({ name: 'version', type: 'integer' })
  version: number;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;

  @Column(timestampColumn('approved_at', { nullable: true }))
  approvedAt: Date | null;

  @Column(timestampColumn('sent_at', { nullable: true }))
  sentAt: Date | null;

  @Column(timestampColumn('paid_at', { nullable: true }))
  paidAt: Date | null;

  @Column(timestampColumn('failed_at', { nullable: true }))
  failedAt: Date | null;

  @Column(timestampColumn('cancelled_at', { nullable: true }))
  cancelledAt: Date | null;
}
