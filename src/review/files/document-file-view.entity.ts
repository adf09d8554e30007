import { Entity, ForeignKey, PrimaryColumn, Column } from 'typeorm';
import { timestampColumn } from '../../database';

/** That an operator looked at the file of a document, as it was last written into the audit log. */
@Entity('document_file_views')
@ForeignKey('submerchant_documents', ['merchantId', 'documentId'], ['merchantId', 'id'], {
  name: 'fk_document_file_views_document',
  onDelete: 'CASCADE',
})
export class DocumentFileView {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_document_file_views' })
  merchantId: string;

  @PrimaryColumn({ name: 'document_id', type: 'uuid', primaryKeyConstraintName: 'pk_document_file_views' })
  documentId: string;

  @PrimaryColumn({ name: 'operator_id', type: 'uuid', primaryKeyConstraintName: 'pk_document_file_views' })
  operatorId: string;

  @Column(timestampColumn('viewed_at'))
  viewedAt: Date;
}
