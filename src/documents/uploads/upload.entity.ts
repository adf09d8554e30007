import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import type { FileType } from './file-type.rules';

/**
 * A file that was uploaded here, to be the `file_url` of a document. Kept as long as a document names it; one
 * that none names goes after a day.
 */
@Entity('uploads')
@Index('ix_uploads_submerchant', ['merchantId', 'submerchantId'])
@Index('ix_uploads_created_at', ['createdAt'])
@ForeignKey('submerchants', ['merchantId', 'submerchantId'], ['merchantId', 'id'], {
  name: 'fk_uploads_submerchant',
  onDelete: 'CASCADE',
})
@Check('ck_uploads_mime_type', `mime_type IN ('application/pdf', 'image/png', 'image/jpeg')`)
@Check('ck_uploads_size_bytes', 'size_bytes BETWEEN 1 AND 10485760')
@Check('ck_uploads_sha256', 'octet_length(sha256) = 32')
@Check('ck_uploads_sealed', 'octet_length(sealed) = size_bytes + 28')
export class Upload {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_uploads' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_uploads' })
  id: string;

  @Column({ name: 'submerchant_id', type: 'uuid' })
  submerchantId: string;

  /** As it was told to the uploader: documents name it so, whatever the service's address becomes. */
  @Column({ name: 'file_url', type: 'text' })
  fileUrl: string;

  /** By content. */
  @Column({ name: 'mime_type', type: 'varchar', length: 20 })
  mimeType: FileType;

  @Column({ name: 'size_bytes', type: 'integer' })
  sizeBytes: number;

  /** Of the plain bytes. */
  @Column({ name: 'sha256', type: 'bytea' })
  sha256: Buffer;

  /** The key of ENCRYPTION_KEYS that sealed it. */
  @Column({ name: 'key_id', type: 'varchar', length: 32 })
  keyId: string;

  @Column({ name: 'sealed', type: 'bytea', select: false })
  sealed: Buffer;

  @Column(timestampColumn('created_at'))
  createdAt: Date;
}
