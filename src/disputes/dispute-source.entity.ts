import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../database';
import { Dispute } from './dispute.entity';

/** Where the money of a dispute is taken from (money contract §17); `blocked`: what was available when it was opened. */
export const DISPUTE_SOURCES = ['blocked', 'receivable', 'available', 'reserve', 'debt'] as const;
export type DisputeSourceKind = (typeof DISPUTE_SOURCES)[number];

/** Where what was taken is again once the dispute was won. */
export const RETURNED_TO = ['receivable', 'available'] as const;
export type ReturnedTo = (typeof RETURNED_TO)[number];

/** What of a dispute or of its fee comes from one place, in cents. It stays; only where it went back to is added. */
@Entity('dispute_sources')
@ForeignKey(() => Dispute, ['merchantId', 'disputeId'], ['merchantId', 'id'], {
  name: 'fk_dispute_sources_dispute',
})
@ForeignKey('receivables', ['merchantId', 'receivableId'], ['merchantId', 'id'], {
  name: 'fk_dispute_sources_receivable',
})
@ForeignKey('reserves', ['merchantId', 'reserveId'], ['merchantId', 'id'], {
  name: 'fk_dispute_sources_reserve',
})
@Check('ck_dispute_sources_source', `source IN ('blocked', 'receivable', 'available', 'reserve', 'debt')`)
@Check(
  'ck_dispute_sources_place',
  `(source = 'receivable') = (receivable_id IS NOT NULL) AND (source = 'reserve') = (reserve_id IS NOT NULL)`,
)
@Check('ck_dispute_sources_amount', 'amount_cents > 0')
@Check(
  'ck_dispute_sources_returned',
  `returned_to IS NULL OR (NOT is_fee AND source <> 'blocked'
   AND (returned_to = 'available' OR returned_to = 'receivable' AND source = 'receivable'))`,
)
@Index('ix_dispute_sources_receivable', { synchronize: false })
@Index('ix_dispute_sources_reserve', { synchronize: false })
export class DisputeSource {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_dispute_sources' })
  merchantId: string;

  @PrimaryColumn({ name: 'dispute_id', type: 'uuid', primaryKeyConstraintName: 'pk_dispute_sources' })
  disputeId: string;

  @PrimaryColumn({ name: 'position', type: 'integer', primaryKeyConstraintName: 'pk_dispute_sources' })
  position: number;

  @Column({ name: 'wallet_id', type: 'uuid' })
  walletId: string;

  @Column({ name: 'source', type: 'varchar', length: 20 })
  source: DisputeSourceKind;

  @Column({ name: 'receivable_id', type: 'uuid', nullable: true })
  receivableId: string | null;

  @Column({ name: 'reserve_id', type: 'uuid', nullable: true })
  reserveId: string | null;

  /** It pays the fee, which stays when the dispute is won. */
  @Column({ name: 'is_fee', type: 'boolean' })
  isFee: boolean;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;

  @Column({ name: 'returned_to', type: 'varchar', length: 20, nullable: true })
  returnedTo: ReturnedTo | null;
}
