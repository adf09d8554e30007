import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderReferenceRecord } from './subjects.service';

/** What an institution calls something of ours: its notifications know no merchant. */
@Entity('provider_references')
export class ProviderReference implements ProviderReferenceRecord {
  @PrimaryColumn({ name: 'account_id', type: 'uuid', primaryKeyConstraintName: 'pk_provider_references' })
  accountId: string;

  @PrimaryColumn({
    name: 'reference',
    type: 'varchar',
    length: 80,
    primaryKeyConstraintName: 'pk_provider_references',
  })
  reference: string;

  @Column({ name: 'merchant_id', type: 'uuid' })
  merchantId: string;

  @Column({ name: 'subject_type', type: 'varchar', length: 40 })
  subjectType: string;

  @Column({ name: 'subject_id', type: 'uuid' })
  subjectId: string;
}
