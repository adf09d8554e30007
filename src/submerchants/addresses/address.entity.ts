import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import { Submerchant } from '../submerchant.entity';

export const ADDRESS_TYPES = ['billing', 'shipping', 'both'] as const;

/** An address of a submerchant. At most one is primary, by a unique index; while there is one, one is (db invariants). */
@Entity('submerchant_addresses')
@ForeignKey(() => Submerchant, ['merchantId', 'submerchantId'], ['merchantId', 'id'], {
  name: 'fk_submerchant_addresses_submerchant',
})
@Check('ck_submerchant_addresses_type', `type IN ('billing', 'shipping', 'both')`)
@Check('ck_submerchant_addresses_state', `char_length(state) = 2`)
@Check('ck_submerchant_addresses_zip_code', `char_length(zip_code) BETWEEN 8 AND 10`)
@Index('uq_submerchant_addresses_primary', { synchronize: false })
@Index('ix_submerchant_addresses_list', { synchronize: false })
export class Address {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_submerchant_addresses' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_submerchant_addresses' })
  id: string;

  @Column({ name: 'submerchant_id', type: 'uuid' })
  submerchantId: string;

  @Column({ name: 'type', type: 'varchar', length: 8 })
  type: string;

  @Column({ name: 'street', type: 'varchar', length: 200 })
  street: string;

  @Column({ name: 'number', type: 'varchar', length: 20 })
  number: string;

  @Column({ name: 'complement', type: 'varchar', length: 200, nullable: true })
  complement: string | null;

  @Column({ name: 'neighborhood', type: 'varchar', length: 200 })
  neighborhood: string;

  @Column({ name: 'city', type: 'varchar', length: 200 })
  city: string;

  @Column({ name: 'state', type: 'varchar', length: 2 })
  state: string;

  @Column({ name: 'zip_code', type: 'varchar', length: 10 })
  zipCode: string;

  @Column({ name: 'country', type: 'varchar', length: 2 })
  country: string;

  @Column({ name: 'is_primary', type: 'boolean' })
  isPrimary: boolean;

  @Column({ name: 'search_text', type: 'text' })
  searchText: string;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;
}
