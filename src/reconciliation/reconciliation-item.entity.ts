import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn, timestampColumn } from '../database';
import type { ReportLineType } from '../providers';
import type { ItemStatus } from './item.transitions';
import { Reconciliation } from './reconciliation.entity';

export const RESOLUTIONS = ['explain', 'adjust'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/**
 * A line that a provider reported, or something of ours that it did not report. A report knows no merchant: whose it is, is told by
 * what it matches. Integer cents.
 */
@Entity('reconciliation_items')
@ForeignKey(() => Reconciliation, ['reconciliationId'], ['id'], {
  name: 'fk_reconciliation_items_reconciliation',
})
@ForeignKey('merchants', ['merchantId'], ['id'], { name: 'fk_reconciliation_items_merchant' })
@ForeignKey('operators', ['resolvedBy'], ['id'], { name: 'fk_reconciliation_items_resolved_by' })
@ForeignKey('operators', ['askedBy'], ['id'], { name: 'fk_reconciliation_items_asked_by' })
@Unique('uq_reconciliation_items_line', ['provider', 'lineId'])
@Check(
  'ck_reconciliation_items_type',
  `type IN ('payment', 'refund', 'dispute', 'dispute_return', 'payout', 'payout_return', 'fee', 'other')`,
)
@Check(
  'ck_reconciliation_items_status',
  `CASE status
      WHEN 'matched' THEN expected_cents = gross_cents AND expected_date = line_date
      WHEN 'amount_differs' THEN expected_cents <> gross_cents
      WHEN 'date_differs' THEN expected_cents = gross_cents AND expected_date <> line_date
      WHEN 'missing_here' THEN true
      WHEN 'missing_there' THEN true
      ELSE false END`,
)
@Check(
  'ck_reconciliation_items_line',
  `num_nonnulls(line_id, gross_cents, fee_cents, net_cents, line_date) IN (0, 5)
      AND (line_id IS NULL) = (status = 'missing_there')`,
)
@Check(
  'ck_reconciliation_items_expected',
  `num_nonnulls(cause_id, expected_cents, expected_date) IN (0, 3)
      AND (cause_id IS NULL) = (status = 'missing_here') AND (cause_id IS NULL OR num_nonnulls(merchant_id, resource_id) = 2)
      AND (resource_id IS NULL) = (resource_type IS NULL) AND (resource_id IS NULL OR merchant_id IS NOT NULL)
      AND (cause_id IS NULL OR type NOT IN ('fee', 'other'))`,
)
@Check(
  'ck_reconciliation_items_amounts',
  `(type IN ('fee', 'other') OR gross_cents >= 0) AND abs(gross_cents) <= 9999999999 AND abs(fee_cents) <= 9999999999
      AND expected_cents BETWEEN 1 AND 9999999999 AND installment BETWEEN 1 AND 99
      AND net_cents = CASE WHEN type IN ('refund', 'dispute', 'payout') THEN gross_cents + fee_cents
                           ELSE gross_cents - fee_cents END`,
)
@Check(
  'ck_reconciliation_items_resolved',
  `num_nonnulls(resolution, note, resolved_by, resolved_at) IN (0, 4) AND resolution IN ('explain', 'adjust')
      AND (resolution IS NULL OR status <> 'matched')`,
)
@Check(
  'ck_reconciliation_items_asked',
  `num_nonnulls(asked_by, asked_note, asked_at) IN (0, 3) AND (asked_by IS NULL OR status <> 'matched')`,
)
@Check(
  'ck_reconciliation_items_two',
  `resolution IS DISTINCT FROM 'adjust'
      OR asked_by IS NOT NULL AND asked_by <> resolved_by AND asked_note = note AND merchant_id IS NOT NULL`,
)
@Check(
  'ck_reconciliation_items_posted',
  `posted_at IS NULL OR merchant_id IS NOT NULL AND (status = 'matched' OR resolution IS NOT NULL)`,
)
@Index('uq_reconciliation_items_cause', { synchronize: false })
@Index('ix_reconciliation_items_list', { synchronize: false })
@Index('ix_reconciliation_items_open', { synchronize: false })
@Index('ix_reconciliation_items_here', { synchronize: false })
export class ReconciliationItem {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_reconciliation_items' })
  id: string;

  @Column({ name: 'reconciliation_id', type: 'uuid' })
  reconciliationId: string;

  @Column({ name: 'provider', type: 'varchar', length: 40 })
  provider: string;

  /** Null of what it did not report. */
  @Column({ name: 'line_id', type: 'varchar', length: 110, nullable: true })
  lineId: string | null;

  /** Null while nobody knows whose it is. */
  @Column({ name: 'merchant_id', type: 'uuid', nullable: true })
  merchantId: string | null;

  @Column({ name: 'type', type: 'varchar', length: 20 })
  type: ReportLineType;

  @Column({ name: 'reference', type: 'varchar', length: 80, nullable: true })
  reference: string | null;

  @Column({ name: 'installment', type: 'smallint', nullable: true })
  installment: number | null;

  @Column({ name: 'status', type: 'varchar', length: 20 })
  status: ItemStatus;

  @Column({ name: 'resource_type', type: 'varchar', length: 32, nullable: true })
  resourceType: string | null;

  @Column({ name: 'resource_id', type: 'uuid', nullable: true })
  resourceId: string | null;

  /** The transaction of the books that it is about, or the payment that was not taken, or the call that gave that one back. */
  @Column({ name: 'cause_id', type: 'uuid', nullable: true })
  causeId: string | null;

  @Column(bigintColumn('expected_cents', { nullable: true }))
  expectedCents: number | null;

  @Column({ name: 'expected_date', type: 'date', nullable: true })
  expectedDate: string | null;

  @Column(bigintColumn('gross_cents', { nullable: true }))
  grossCents: number | null;

  @Column(bigintColumn('fee_cents', { nullable: true }))
  feeCents: number | null;

  @Column(bigintColumn('net_cents', { nullable: true }))
  netCents: number | null;

  @Column({ name: 'line_date', type: 'date', nullable: true })
  lineDate: string | null;

  /** When its lines came into the books; null: it has none there. */
  @Column(timestampColumn('posted_at', { nullable: true }))
  postedAt: Date | null;

  @Column({ name: 'resolution', type: 'varchar', length: 10, nullable: true })
  resolution: Resolution | null;

  @Column({ name: 'note', type: 'varchar', length: 2000, nullable: true })
  note: string | null;

  @Column({ name: 'resolved_by', type: 'uuid', nullable: true })
  resolvedBy: string | null;

  @Column(timestampColumn('resolved_at', { nullable: true }))
  resolvedAt: Date | null;

  /** Who wants it adjusted, until a second operator wants the same; it stays once that is done. */
  @Column({ name: 'asked_by', type: 'uuid', nullable: true })
  askedBy: string | null;

  @Column({ name: 'asked_note', type: 'varchar', length: 2000, nullable: true })
  askedNote: string | null;

  @Column(timestampColumn('asked_at', { nullable: true }))
  askedAt: Date | null;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;
}
