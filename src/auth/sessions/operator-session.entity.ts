import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import { Operator } from '../operators/operator.entity';

/** Somebody who is logged in. The row goes when the session ends; that it was there is in the audit log. */
@Entity('operator_sessions')
@Index('ix_operator_sessions_operator_id', ['operatorId'])
@Check(
  'ck_operator_sessions_idle',
  "idle_expires_at <= last_seen_at + interval '30 minutes' AND idle_expires_at <= expires_at",
)
@Check('ck_operator_sessions_absolute', "expires_at <= created_at + interval '12 hours'")
export class OperatorSession {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_operator_sessions' })
  id: string;

  @ForeignKey(() => Operator, { name: 'fk_operator_sessions_operator', onDelete: 'CASCADE' })
  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  /** Keyed hash of the token in the cookie. */
  @Column({ name: 'token_mac', type: 'bytea' })
  tokenMac: Buffer;

  @Column({ name: 'pepper_id', type: 'text' })
  pepperId: string;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  /** To the minute. */
  @Column(timestampColumn('last_seen_at'))
  lastSeenAt: Date;

  @Column(timestampColumn('idle_expires_at'))
  idleExpiresAt: Date;

  @Column(timestampColumn('expires_at'))
  expiresAt: Date;
}
