import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, numericTransformer, timestampColumn } from '../database';
import type { AnticipationStatus } from './anticipation.transitions';

/** Whose receivables come first: the nearest due, or the farthest. */
export const TIMEFRAMES = ['start', 'end'] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];

export const ANTICIPATION_SOURCES = ['api'] as const;
export type AnticipationSource = (typeof ANTICIPATION_SOURCES)[number];

export const REFUSAL_CODES = ['suspected_fraud', 'insufficient_history', 'other'] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** The most receivables of one (money contract §16). */
export const MAX_ITEMS = 5_000;

/** Receivables of a wallet that are paid before their day, for a fee (money contract §16). Integer cents. */
@Entity('anticipations')
@ForeignKey('wallets', ['merchantId', 'walletId'], ['merchantId', 'id'], { name: 'fk_anticipations_wallet' })
@Check('ck_anticipations_status', `status IN ('pending', 'approved', 'paid', 'refused', 'cancelled')`)
@Check('ck_anticipations_timeframe', `timeframe IN ('start', 'end') AND source = 'api'`)
@Check(
  'ck_anticipations_amounts',
  `amount_cents >= 0 AND fee_cents >= 0 AND payout_cents = amount_cents - fee_cents AND payout_cents >= count
   AND count BETWEEN 0 AND 5000 AND (count = 0) = (amount_cents = 0) AND (count > 0 OR status = 'cancelled')
   AND monthly_percentage_ppm >= 0 AND average_days >= 0`,
)
@Check(
  'ck_anticipations_refused',
  `(status = 'refused') = (refusal_code IS NOT NULL) AND (refusal_message IS NULL OR refusal_code IS NOT NULL)
   AND (refusal_code IS NULL OR refusal_code IN ('suspected_fraud', 'insufficient_history', 'other'))`,
)
@Check(
  'ck_anticipations_decided',
  `CASE status WHEN 'pending' THEN decided_at IS NULL WHEN 'cancelled' THEN true ELSE decided_at IS NOT NULL END`,
)
@Check('ck_anticipations_paid', `(status = 'paid') = (paid_at IS NOT NULL)`)
@Check('ck_anticipations_version', 'version > 0')
@Index('ix_anticipations_list', { synchronize: false })
@Index('ix_anticipations_wallet', { synchronize: false })
@Index('ix_anticipations_due', { synchronize: false })
@Index('ix_anticipations_queue', { synchronize: false })
@Index('ix_anticipations_id', ['id'])
export class Anticipation {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_anticipations' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_anticipations' })
  id: string;

  @Column({ name: 'wallet_id', type: 'uuid' })
  walletId: string;

  /** The net of its receivables. */
  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  @Column(bigintColumn('fee_cents'))
  feeCents: number;

  @Column(bigintColumn('payout_cents'))
  payoutCents: number;

  /** In millionths: 1.5 % is 15,000. */
  @Column({ name: 'monthly_percentage_ppm', type: 'integer' })
  monthlyPpm: number;

  @Column({ name: 'count', type: 'integer' })
  count: number;

  /** How many days early a real of it comes on average, two decimals. */
  @Column({
    name: 'average_days',
    type: 'numeric',
    precision: 7,
    scale: 2,
    transformer: numericTransformer,
  })
  averageDays: number;

  @Column({ name: 'timeframe', type: 'varchar', length: 5 })
  timeframe: Timeframe;

  @Column({ name: 'payment_date', type: 'date' })
  paymentDate: string;

  @Column({ name: 'status', type: 'varchar', length: 20 })
  status: AnticipationStatus;

  @Column({ name: 'refusal_code', type: 'varchar', length: 30, nullable: true })
  refusalCode: RefusalCode | null;

  /** What the merchant reads of it. */
  @Column({ name: 'refusal_message', type: 'varchar', length: 500, nullable: true })
  refusalMessage: string | null;

  @Column({ name: 'source', type: 'varchar', length: 10 })
  source: AnticipationSource;

  @Column({ name: 'external_id', type: 'varchar', length: 100, nullable: true })
  externalId: string | null;

  @Column({ name: 'version', type: 'integer' })
  version: number;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;

  @Column(timestampColumn('decided_at', { nullable: true }))
  decidedAt: Date | null;

  @Column(timestampColumn('paid_at', { nullable: true }))
  paidAt: Date | null;
}
