import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../database';
import { Refund } from './refund.entity';

/** Where the money of a refund is taken from (money contract §17): what comes, what is there, or what is owed from then on. */
export const REFUND_SOURCES = ['receivable', 'available', 'debt'] as const;
export type RefundSourceKind = (typeof REFUND_SOURCES)[number];

/** What of a refund comes from one place, in cents. It stays as it was held, whatever the others do. */
@Entity('refund_sources')
@ForeignKey(() => Refund, ['merchantId', 'refundId'], ['merchantId', 'id'], {
  name: 'fk_refund_sources_refund',
})
@ForeignKey('receivables', ['merchantId', 'receivableId'], ['merchantId', 'id'], {
  name: 'fk_refund_sources_receivable',
})
@Index('ix_refund_sources_receivable', { synchronize: false })
@Unique('uq_refund_sources_place', ['merchantId', 'refundId', 'walletId', 'source', 'receivableId'])
@Check('ck_refund_sources_source', `source IN ('receivable', 'available', 'debt')`)
@Check('ck_refund_sources_receivable', `(source = 'receivable') = (receivable_id IS NOT NULL)`)
@Check('ck_refund_sources_amount', 'amount_cents > 0')
@Index('ix_refund_sources_receivable', { synchronize: false })
export class RefundSource {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_refund_sources' })
  merchantId: string;

  @PrimaryColumn({ name: 'refund_id', type: 'uuid', primaryKeyConstraintName: 'pk_refund_sources' })
  refundId: string;

  @PrimaryColumn({ name: 'position', type: 'integer', primaryKeyConstraintName: 'pk_refund_sources' })
  position: number;

  @Column({ name: 'wallet_id', type: 'uuid' })
  walletId: string;

  @Column({ name: 'source', type: 'varchar', length: 20 })
  source: RefundSourceKind;

  @Column({ name: 'receivable_id', type: 'uuid', nullable: true })
  receivableId: string | null;

  @Column(bigintColumn('amount_cents'))
  amountCents: number;
}
