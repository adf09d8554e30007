import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import type { FileFaultData } from './file-fault.data';
import type { FileErrorCode } from './file.errors';
import type { FileType } from '../../documents';

/**
 * The file of a document as operators saw it: fetched once, kept encrypted, never exchanged (a trigger sees to it). While
 * there is no content, the row is the lease of the fetch that runs, and says why the last one failed.
 */
@Entity('document_files')
@ForeignKey('submerchant_documents', ['merchantId', 'documentId'], ['merchantId', 'id'], {
  name: 'fk_document_files_document',
  onDelete: 'CASCADE',
})
@Check(
  'ck_document_files_content',
  `CASE num_nonnulls(content_type, size_bytes, sha256, key_id, sealed, fetched_at)
     WHEN 0 THEN true WHEN 6 THEN leased_until IS NULL AND failure_code IS NULL ELSE false END`,
)
@Check(
  'ck_document_files_failure',
  `num_nonnulls(failure_code, failure_message) <> 1
     AND failure_code IN ('FILE_UNAVAILABLE', 'FILE_TOO_LARGE', 'FILE_TYPE_REFUSED')`,
)
@Check('ck_document_files_content_type', `content_type IN ('application/pdf', 'image/png', 'image/jpeg')`)
@Check('ck_document_files_size_bytes', `size_bytes BETWEEN 1 AND 10485760`)
@Check('ck_document_files_sha256', `octet_length(sha256) = 32`)
@Index('ix_document_files_sha256', { synchronize: false })
export class DocumentFile {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_document_files' })
  merchantId: string;

  @PrimaryColumn({ name: 'document_id', type: 'uuid', primaryKeyConstraintName: 'pk_document_files' })
  documentId: string;

  /** The fetch that runs, or the last one. */
  @Column({ name: 'attempt_id', type: 'uuid' })
  attemptId: string;

  /** Until then nobody else fetches; a process that died leaves it to lapse. */
  @Column(timestampColumn('leased_until', { nullable: true }))
  leasedUntil: Date | null;

  @Column({ name: 'failure_code', type: 'varchar', length: 20, nullable: true })
  failureCode: FileErrorCode | null;

  @Column({ name: 'failure_message', type: 'varchar', length: 300, nullable: true })
  failureMessage: string | null;

  /** What the failure's error carries. */
  @Column({ name: 'failure_data', type: 'jsonb', nullable: true })
  failureData: FileFaultData | null;

  /** By content, whatever was declared. */
  @Column({ name: 'content_type', type: 'varchar', length: 20, nullable: true })
  contentType: FileType | null;

  @Column({ name: 'size_bytes', type: 'integer', nullable: true })
  sizeBytes: number | null;

  /** Of the plain bytes. */
  @Column({ name: 'sha256', type: 'bytea', nullable: true })
  sha256: Buffer | null;

  /** The key of ENCRYPTION_KEYS that sealed it. */
  @Column({ name: 'key_id', type: 'varchar', length: 32, nullable: true })
  keyId: string | null;

  @Column({ name: 'sealed', type: 'bytea', nullable: true, select: false })
  sealed: Buffer | null;

  @Column(timestampColumn('fetched_at', { nullable: true }))
  fetchedAt: Date | null;
}
