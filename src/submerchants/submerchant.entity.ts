import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { EntityType } from '../common/validation';
import { numericTransformer, timestampColumn } from '../database';
import type { SubmerchantStatus } from './submerchant.transitions';

/** One economic activity, as the merchant sent it. */
export interface Activity {
  readonly code: string;
  readonly description: string | null;
  readonly is_primary: boolean;
}

export interface RejectionReason {
  readonly code: string;
  readonly message: string | null;
  readonly target: string | null;
}

/** Why the last review did not end in approval; whether the merchant may correct it by itself. */
export interface Rejection {
  readonly reasons: readonly RejectionReason[];
  readonly correctable: boolean;
}

export type MccSource = 'provided' | 'derived' | 'operator';

/** A sub-seller of a merchant and its registration. */
@Entity('submerchants')
@ForeignKey('merchants', ['merchantId'], ['id'], { name: 'fk_submerchants_merchant' })
@Index('ix_submerchants_id', ['id'])
@Unique('uq_submerchants_id_entity_type', ['merchantId', 'id', 'entityType'])
@Check('ck_submerchants_entity_type', `entity_type IN ('pj', 'pf')`)
@Check('ck_submerchants_status', `status IN ('pending', 'pending_review', 'active', 'rejected', 'suspended')`)
@Check(
  'ck_submerchants_tax_id',
  `CASE entity_type WHEN 'pf' THEN tax_id ~ '^[0-9]{11}$' ELSE tax_id ~ '^[0-9A-Z]{12}[0-9]{2}$' END`,
)
@Check(
  'ck_submerchants_mcc',
  `(mcc IS NULL AND mcc_source IS NULL) OR (mcc ~ '^[0-9]{4}$' AND mcc_source IN ('provided', 'derived', 'operator'))`,
)
@Check('ck_submerchants_figures', `average_ticket >= 0 AND monthly_revenue >= 0`)
@Check('ck_submerchants_rejected', `status <> 'rejected' OR rejection IS NOT NULL`)
@Check('ck_submerchants_submitted', `status = 'pending' OR (submitted_at IS NOT NULL AND rounds > 0)`)
@Check('ck_submerchants_activated', `status NOT IN ('active', 'suspended') OR activated_at IS NOT NULL`)
@Check('ck_submerchants_version', `version > 0 AND rounds >= 0`)
@Index('ix_submerchants_list', { synchronize: false })
@Index('ix_submerchants_queue', { synchronize: false })
@Index('ix_submerchants_tax_id', ['merchantId', 'taxId'])
export class Submerchant {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_submerchants' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_submerchants' })
  id: string;

  @Column({ name: 'entity_type', type: 'varchar', length: 2 })
  entityType: EntityType;

  @Column({ name: 'status', type: 'varchar', length: 20 })
  status: SubmerchantStatus;

  @Column({ name: 'trade_name', type: 'varchar', length: 200, nullable: true })
  tradeName: string | null;

  @Column({ name: 'legal_name', type: 'varchar', length: 200 })
  legalName: string;

  @Column({ name: 'tax_id', type: 'varchar', length: 14 })
  taxId: string;

  @Column({ name: 'email', type: 'varchar', length: 254 })
  email: string;

  @Column({ name: 'phone', type: 'varchar', length: 15, nullable: true })
  phone: string | null;

  @Column({ name: 'birth_date', type: 'date', nullable: true })
  birthDate: string | null;

  @Column({ name: 'mother_name', type: 'varchar', length: 200, nullable: true })
  motherName: string | null;

  @Column({ name: 'business_type', type: 'varchar', length: 100, nullable: true })
  businessType: string | null;

  @Column({ name: 'product_categories', type: 'jsonb' })
  productCategories: readonly string[];

  /** Reais with two decimals (contract §1, Numbers). */
  @Column({
    name: 'average_ticket',
    type: 'numeric',
    precision: 14,
    scale: 2,
    nullable: true,
    transformer: numericTransformer,
  })
  averageTicketReais: number | null;

  @Column({
    name: 'monthly_revenue',
    type: 'numeric',
    precision: 14,
    scale: 2,
    nullable: true,
    transformer: numericTransformer,
  })
  monthlyRevenueReais: number | null;

  @Column({ name: 'mcc', type: 'varchar', length: 4, nullable: true })
  mcc: string | null;

  @Column({ name: 'mcc_source', type: 'varchar', length: 10, nullable: true })
  mccSource: MccSource | null;

  @Column({ name: 'cnaes', type: 'jsonb' })
  cnaes: readonly Activity[];

  @Column({ name: 'rejection', type: 'jsonb', nullable: true })
  rejection: Rejection | null;

  /** How often it was submitted: documents sent in the present round were not there at the submission. */
  @Column({ name: 'rounds', type: 'integer' })
  rounds: number;

  @Column({ name: 'version', type: 'integer' })
  version: number;

  @Column({ name: 'search_text', type: 'text' })
  searchText: string;

  @Column(timestampColumn('submitted_at', { nullable: true }))
  submittedAt: Date | null;

  @Column(timestampColumn('reviewed_at', { nullable: true }))
  reviewedAt: Date | null;

  @Column(timestampColumn('activated_at', { nullable: true }))
  activatedAt: Date | null;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;
}
