import { Entity, ForeignKey, PrimaryColumn, Column, Unique } from 'typeorm';

/** Whose a public key is: of all merchants' keys there is one of its name. */
@Entity('api_key_owners')
@Unique('uq_api_key_owners_merchant', ['merchantId', 'publicKey'])
export class ApiKeyOwner {
  @PrimaryColumn({ name: 'public_key', type: 'text', primaryKeyConstraintName: 'pk_api_key_owners' })
  publicKey: string;

  @ForeignKey('merchants', { name: 'fk_api_key_owners_merchant', onDelete: 'CASCADE' })
  @Column({ name: 'merchant_id', type: 'uuid' })
  merchantId: string;
}
