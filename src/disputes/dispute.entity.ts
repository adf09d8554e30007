import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { DisputeKind } from '../common/money';
import { bigintColumn, timestampColumn } from '../database';
import type { DisputeStatus } from './dispute.transitions';

/** A file that the merchant shows to contest a dispute. */
export interface StoredEvidence {
  readonly name: string;
  readonly file_url: string;
  readonly mime_type: string;
}

/** A payment that its payer wants back, by the card's issuer or the central bank's special return (money contract §17). Integer cents. */
@Entity('disputes')
@ForeignKey('charges', ['merchantId', 'chargeId'], ['merchantId', 'id'], { name: 'fk_disputes_charge' })
@Unique('uq_disputes_provider', ['merchantId', 'providerAccountId', 'providerDisputeId'])
@Check('ck_disputes_kind', `kind IN ('chargeback', 'pix_return')`)
@Check('ck_disputes_status', `status IN ('open', 'contested', 'won', 'lost')`)
@Check('ck_disputes_closed', `(status IN ('won', 'lost')) = (closed_at IS NOT NULL)`)
@Check('ck_disputes_amounts', 'amount_cents BETWEEN 0 AND 9999999999 AND fee_cents BETWEEN 0 AND 9999999999')
@Check('ck_disputes_reported', 'reported_cents BETWEEN 0 AND 9999999999')
@Check(
  'ck_disputes_blocked',
  `blocked_cents BETWEEN 0 AND amount_cents
   AND (blocked_cents = 0 OR kind = 'pix_return' AND status IN ('open', 'contested'))`,
)
@Check(
  'ck_disputes_debited',
  `debited_cents BETWEEN 0 AND 9999999999 AND CASE
     WHEN status = 'won' THEN debited_cents = 0
     WHEN kind = 'chargeback' THEN debited_cents = amount_cents
     ELSE debited_cents = 0 OR status = 'lost' END`,
)
@Check('ck_disputes_version', 'version >= 1')
@Index('ix_disputes_id', ['id'])
@Index('ix_disputes_provider', ['providerDisputeId', 'providerAccountId'])
@Index('ix_disputes_charge', ['merchantId', 'chargeId'])
@Index('ix_disputes_merchant_opened', { synchronize: false })
@Index('ix_disputes_opened', { synchronize: false })
export class Dispute {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_disputes' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_disputes' })
  id: string;

  @Column({ name: 'charge_id', type: 'uuid' })
  chargeId: string;

  /** The account of the charge: its institution opened the dispute. */
  @Column({ name: 'provider_account_id', type: 'uuid' })
  providerAccountId: string;

  /** The institution's name of it. */
  @Column({ name: 'provider_dispute_id', type: 'varchar', length: 80 })
  providerDisputeId: string;

  @Column({ name: 'kind', type: 'varchar', length: 20 })
  kind: DisputeKind;

  @Column({ name: 'status', type: 'varchar', length: 20 })
  status: DisputeStatus;

  /** What was captured and not refunded when it was opened, and what refunds left to it that failed since. */
  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  /** What its institution says that it disputes, and once it was lost that it took; null: nobody noted that. */
  @Column(bigintColumn('reported_cents', { nullable: true }))
  reportedCents: number | null;

  @Column(bigintColumn('fee_cents'))
  feeCents: number;

  /** What is blocked now. */
  @Column(bigintColumn('blocked_cents'))
  blockedCents: number;

  /** What is debited now: what was returned is not. */
  @Column(bigintColumn('debited_cents'))
  debitedCents: number;

  /** In the institution's words. */
  @Column({ name: 'reason', type: 'varchar', length: 200, nullable: true })
  reason: string | null;

  /** What the merchant said against it. */
  @Column({ name: 'statement', type: 'text', nullable: true })
  statement: string | null;

  @Column({ name: 'evidence', type: 'jsonb' })
  evidence: readonly StoredEvidence[];

  /** Null: the institution names no moment. */
  @Column(timestampColumn('respond_by', { nullable: true }))
  respondBy: Date | null;

  @Column(timestampColumn('opened_at'))
  openedAt: Date;

  @Column(timestampColumn('closed_at', { nullable: true }))
  closedAt: Date | null;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;

  @Column({ name: 'version', type: 'integer' })
  version: number;
}
