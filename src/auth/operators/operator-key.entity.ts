import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { timestampColumn } from '../../database';
import { Operator } from './operator.entity';

/** An operator's key pair for scripts; it always expires. */
@Entity('operator_keys')
@Unique('uq_operator_keys_public_key', ['publicKey'])
@Index('ix_operator_keys_operator_id', ['operatorId'])
export class OperatorKey {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_operator_keys' })
  id: string;

  @ForeignKey(() => Operator, { name: 'fk_operator_keys_operator', onDelete: 'CASCADE' })
  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  @Column({ name: 'public_key', type: 'text' })
  publicKey: string;

  @Column({ name: 'secret_mac', type: 'bytea' })
  secretMac: Buffer;

  @Column({ name: 'pepper_id', type: 'text' })
  pepperId: string;

  @Column(timestampColumn('expires_at'))
  expiresAt: Date;

  @Column(timestampColumn('revoked_at', { nullable: true }))
  revokedAt: Date | null;

  /** To the minute. */
  @Column(timestampColumn('last_used_at', { nullable: true }))
  lastUsedAt: Date | null;

  @Column(timestampColumn('created_at'))
  createdAt: Date;
}
