import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { timestampColumn } from '../../database';
import type { Scope } from '../identity';
import { ApiKeyOwner } from './api-key-owner.entity';

/** A merchant's key pair. Of the secret only an HMAC under the pepper is kept. */
@Entity('api_keys')
@Unique('uq_api_keys_public_key', ['merchantId', 'publicKey'])
@Index('ix_api_keys_public_key', ['publicKey'])
@ForeignKey(() => ApiKeyOwner, ['merchantId', 'publicKey'], ['merchantId', 'publicKey'], {
  name: 'fk_api_keys_owner',
  onDelete: 'CASCADE',
})
@Check('ck_api_keys_scopes', "cardinality(scopes) >= 1 AND scopes <@ ARRAY['read', 'write', 'money']")
export class ApiKey {
  @ForeignKey('merchants', { name: 'fk_api_keys_merchant', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_api_keys' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_api_keys' })
  id: string;

  @Column({ name: 'public_key', type: 'text' })
  publicKey: string;

  @Column({ name: 'secret_mac', type: 'bytea' })
  secretMac: Buffer;

  @Column({ name: 'pepper_id', type: 'text' })
  pepperId: string;

  @Column({ name: 'scopes', type: 'text', array: true })
  scopes: Scope[];

  @Column(timestampColumn('expires_at', { nullable: true }))
  expiresAt: Date | null;

  @Column(timestampColumn('revoked_at', { nullable: true }))
  revokedAt: Date | null;

  /** To the minute. */
  @Column(timestampColumn('last_used_at', { nullable: true }))
  lastUsedAt: Date | null;

  @Column(timestampColumn('created_at'))
  createdAt: Date;
}
