import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { EntityType } from '../../common/validation';
import { numericTransformer, timestampColumn } from '../../database';
import { Submerchant } from '../submerchant.entity';

export const LEGAL_REPRESENTATIVE_ROLES = [
  'legal_representative',
  'individual_owner',
  'corporate_owner',
  'admin',
] as const;
export const QUALIFICATIONS = ['DIRECTOR', 'ADMIN', 'OWNER', 'OWNER-ADMIN', 'ATTORNEY'] as const;

/**
 * A partner of a company. The foreign key carries the submerchant's entity type: a pf cannot have partners, and a
 * pj that has some cannot become a pf.
 */
@Entity('legal_representatives')
@ForeignKey(
  () => Submerchant,
  ['merchantId', 'submerchantId', 'submerchantEntityType'],
  ['merchantId', 'id', 'entityType'],
  { name: 'fk_legal_representatives_submerchant' },
)
@Unique('uq_legal_representatives_document', ['merchantId', 'submerchantId', 'document'])
@Unique('uq_legal_representatives_submerchant_id', ['merchantId', 'submerchantId', 'id'])
@Check('ck_legal_representatives_submerchant_is_pj', `submerchant_entity_type = 'pj'`)
@Check(
  'ck_legal_representatives_document',
  `CASE entity_type WHEN 'pf' THEN document ~ '^[0-9]{11}$' WHEN 'pj' THEN document ~ '^[0-9A-Z]{12}[0-9]{2}$' ELSE false END`,
)
@Check(
  'ck_legal_representatives_role',
  `role IN ('legal_representative', 'individual_owner', 'corporate_owner', 'admin')`,
)
@Check(
  'ck_legal_representatives_qualification',
  `qualification IN ('DIRECTOR', 'ADMIN', 'OWNER', 'OWNER-ADMIN', 'ATTORNEY')`,
)
@Check('ck_legal_representatives_participation', `participation_percentage BETWEEN 0 AND 100`)
@Index('ix_legal_representatives_list', { synchronize: false })
export class LegalRepresentative {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_legal_representatives' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_legal_representatives' })
  id: string;

  @Column({ name: 'submerchant_id', type: 'uuid' })
  submerchantId: string;

  @Column({ name: 'submerchant_entity_type', type: 'varchar', length: 2 })
  submerchantEntityType: EntityType;

  @Column({ name: 'name', type: 'varchar', length: 200 })
  name: string;

  @Column({ name: 'document', type: 'varchar', length: 14 })
  document: string;

  @Column({ name: 'entity_type', type: 'varchar', length: 2 })
  entityType: EntityType;

  @Column({ name: 'legal_name', type: 'varchar', length: 200, nullable: true })
  legalName: string | null;

  @Column({ name: 'birth_date', type: 'date', nullable: true })
  birthDate: string | null;

  @Column({ name: 'mother_name', type: 'varchar', length: 200, nullable: true })
  motherName: string | null;

  @Column({ name: 'email', type: 'varchar', length: 254, nullable: true })
  email: string | null;

  @Column({ name: 'phone', type: 'varchar', length: 40, nullable: true })
  phone: string | null;

  @Column({ name: 'role', type: 'varchar', length: 20, nullable: true })
  role: string | null;

  @Column({ name: 'qualification', type: 'varchar', length: 11, nullable: true })
  qualification: string | null;

  @Column({
    name: 'participation_percentage',
    type: 'numeric',
    precision: 5,
    scale: 2,
    nullable: true,
    transformer: numericTransformer,
  })
  participationPercentage: number | null;

  @Column({ name: 'is_admin', type: 'boolean' })
  isAdmin: boolean;

  @Column({ name: 'search_text', type: 'text' })
  searchText: string;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;
}
