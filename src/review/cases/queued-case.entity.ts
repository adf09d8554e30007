import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import type { SubmerchantStatus } from '../../submerchants';

export const CASE_KINDS = ['registration', 'document_update'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** A row of the view of what waits for an operator (contract §8, the queue). Read only. */
@Entity('review_queue', { synchronize: false })
export class QueuedCase {
  /** Of the submerchant. */
  @PrimaryColumn({ name: 'id', type: 'uuid' })
  id: string;

  @Column({ name: 'kind', type: 'text' })
  kind: CaseKind;

  /** The submission; of a document update, when the oldest undecided document was sent. */
  @Column(timestampColumn('waiting_since'))
  waitingSince: Date;

  @PrimaryColumn({ name: 'merchant_id', type: 'uuid' })
  merchantId: string;

  @Column({ name: 'merchant_name', type: 'text' })
  merchantName: string;

  @Column({ name: 'merchant_mode', type: 'text' })
  merchantMode: string;

  @Column({ name: 'status', type: 'varchar' })
  status: SubmerchantStatus;

  @Column({ name: 'entity_type', type: 'varchar' })
  entityType: string;

  @Column({ name: 'trade_name', type: 'varchar', nullable: true })
  tradeName: string | null;

  @Column({ name: 'legal_name', type: 'varchar' })
  legalName: string;

  @Column({ name: 'tax_id', type: 'varchar' })
  taxId: string;

  @Column({ name: 'rounds', type: 'integer' })
  rounds: number;

  @Column({ name: 'version', type: 'integer' })
  version: number;

  @Column(timestampColumn('submitted_at'))
  submittedAt: Date;

  @Column({ name: 'search_text', type: 'text', select: false })
  searchText: string;
}
