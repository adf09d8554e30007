import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { EntityType } from '../common/validation';
import { timestampColumn } from '../database';
import type { DocumentTypeName } from './document-types';
import type { DocumentStatus } from './document.transitions';

/**
 * One file sent for a submerchant. A newer one of the same type (and legal representative) replaces it; at most
 * one is current, by a unique index in which two missing representatives count as equal.
 */
@Entity('submerchant_documents')
@ForeignKey(
  'submerchants',
  ['merchantId', 'submerchantId', 'submerchantEntityType'],
  ['merchantId', 'id', 'entityType'],
  { name: 'fk_submerchant_documents_submerchant' },
)
// specification, Legal representative, rule 2: deleting a partner deletes its documents.
@ForeignKey(
  'legal_representatives',
  ['merchantId', 'submerchantId', 'legalRepresentativeId'],
  ['merchantId', 'submerchantId', 'id'],
  { name: 'fk_submerchant_documents_legal_representative', onDelete: 'CASCADE' },
)
@Index('ix_submerchant_documents_id', ['id'])
@Check(
  'ck_submerchant_documents_type',
  `CASE submerchant_entity_type
     WHEN 'pf' THEN legal_representative_id IS NULL AND type IN ('front_id', 'back_id', 'selfie_with_id', 'proof_of_residence')
     WHEN 'pj' THEN CASE WHEN legal_representative_id IS NULL
       THEN type IN ('social_contract', 'contract_amendment', 'cnpj_card', 'proof_of_residence_company')
       ELSE type IN ('partner_front_id', 'partner_back_id', 'partner_selfie_with_id', 'partner_proof_of_residence') END
     ELSE false END`,
)
@Check('ck_submerchant_documents_status', `status IN ('pending', 'approved', 'rejected', 'expired')`)
@Check('ck_submerchant_documents_rejection', `(status = 'rejected') = (rejection_code IS NOT NULL)`)
@Check(
  'ck_submerchant_documents_rejection_code',
  `rejection_code IN ('unreadable', 'cropped', 'wrong_type', 'missing_page', 'expired', 'name_mismatch', 'tax_id_mismatch',
    'address_mismatch', 'too_old', 'selfie_mismatch', 'password_protected', 'suspected_forgery', 'other')`,
)
@Check('ck_submerchant_documents_version', 'version >= 1')
@Check('ck_submerchant_documents_file_size', `file_size > 0`)
@Check('ck_submerchant_documents_mime_type', `mime_type IN ('application/pdf', 'image/png', 'image/jpeg')`)
@Check('ck_submerchant_documents_expiry', `(expires_at IS NULL) = (expires_on IS NULL)`)
@Index('uq_submerchant_documents_current', { synchronize: false })
@Index('ix_submerchant_documents_list', { synchronize: false })
@Index('ix_submerchant_documents_legal_representative', [
  'merchantId',
  'submerchantId',
  'legalRepresentativeId',
])
@Index('ix_submerchant_documents_expiring', { synchronize: false })
@Index('ix_submerchant_documents_file', { synchronize: false })
@Index('ix_submerchant_documents_waiting', { synchronize: false })
export class SubmerchantDocument {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_submerchant_documents' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_submerchant_documents' })
  id: string;

  @Column({ name: 'submerchant_id', type: 'uuid' })
  submerchantId: string;

  @Column({ name: 'submerchant_entity_type', type: 'varchar', length: 2 })
  submerchantEntityType: EntityType;

  @Column({ name: 'legal_representative_id', type: 'uuid', nullable: true })
  legalRepresentativeId: string | null;

  @Column({ name: 'type', type: 'varchar', length: 40 })
  type: DocumentTypeName;

  @Column({ name: 'status', type: 'varchar', length: 10 })
  status: DocumentStatus;

  @Column({ name: 'number', type: 'varchar', length: 50, nullable: true })
  number: string | null;

  @Column({ name: 'file_url', type: 'varchar', length: 2048 })
  fileUrl: string;

  @Column({ name: 'file_name', type: 'varchar', length: 200 })
  fileName: string;

  @Column({ name: 'file_size', type: 'integer' })
  fileSizeBytes: number;

  @Column({ name: 'mime_type', type: 'varchar', length: 20 })
  mimeType: string;

  /** As it was sent: a day or a moment (contract §5, Documents). */
  @Column({ name: 'expires_at', type: 'varchar', length: 40, nullable: true })
  expiresAt: string | null;

  /** The first moment at which it is no longer valid: after the last hour of a day, or the moment itself. */
  @Column(timestampColumn('expires_on', { nullable: true }))
  expiresOn: Date | null;

  /** The last warning sent, in days before the end. */
  @Column({ name: 'expiry_warned_days', type: 'integer', nullable: true })
  expiryWarnedDays: number | null;

  @Column({ name: 'notes', type: 'varchar', length: 2000, nullable: true })
  notes: string | null;

  @Column({ name: 'rejection_code', type: 'varchar', length: 20, nullable: true })
  rejectionCode: string | null;

  @Column({ name: 'rejection_message', type: 'varchar', length: 2000, nullable: true })
  rejectionMessage: string | null;

  /** How many submissions there had been when it was sent. */
  @Column({ name: 'round', type: 'integer' })
  round: number;

  /** Grows with every change of what the API shows, and with every event (contract §7). */
  @Column({ name: 'version', type: 'integer' })
  version: number;

  @Column({ name: 'search_text', type: 'text' })
  searchText: string;

  @Column(timestampColumn('replaced_at', { nullable: true }))
  replacedAt: Date | null;

  @Column(timestampColumn('verified_at', { nullable: true }))
  verifiedAt: Date | null;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;
}
