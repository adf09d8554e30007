import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';

export const ACTOR_KINDS = ['operator', 'merchant', 'cli', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** One line of the audit log. The database refuses to change, delete or truncate it (decision 0018). */
@Entity('audit_entries')
@Check('ck_audit_entries_sequence', 'sequence >= 1')
@Check('ck_audit_entries_action', `action ~ '^[a-z_]+[.][a-z_]+$' AND length(action) <= 64`)
@Check(
  'ck_audit_entries_actor',
  `(actor_kind = 'operator') = (actor_id IS NOT NULL AND actor_email IS NOT NULL)`,
)
@Check('ck_audit_entries_actor_kind', `actor_kind IN ('operator', 'merchant', 'cli', 'system')`)
@Check('ck_audit_entries_target', '(target_type IS NULL) = (target_id IS NULL)')
@Check(
  'ck_audit_entries_details',
  `jsonb_typeof(details::jsonb) = 'object' AND octet_length(details) <= 131072`,
)
@Check('ck_audit_entries_mac', 'octet_length(mac) = 32')
@Index('ix_audit_entries_at', ['at', 'sequence'])
@Index('ix_audit_entries_actor_id', ['actorId', 'at'], { where: 'actor_id IS NOT NULL' })
@Index('ix_audit_entries_target_id', ['targetId', 'at'], { where: 'target_id IS NOT NULL' })
@Index('ix_audit_entries_merchant_id', ['merchantId', 'at'], { where: 'merchant_id IS NOT NULL' })
@Index('ix_audit_entries_action', { synchronize: false })
export class AuditEntry {
  /** 1, 2, 3 … without gaps. */
  @PrimaryColumn({
    ...bigintColumn('sequence'),
    nullable: false,
    primaryKeyConstraintName: 'pk_audit_entries',
  })
  sequence: number;

  @Column(timestampColumn('at'))
  at: Date;

  /** `thing.verb`, e.g. `key.issued`. */
  @Column({ name: 'action', type: 'text' })
  action: string;

  @Column({ name: 'actor_kind', type: 'text' })
  actorKind: ActorKind;

  @Column({ name: 'actor_id', type: 'uuid', nullable: true })
  actorId: string | null;

  /** As it was then. */
  @Column({ name: 'actor_email', type: 'text', nullable: true })
  actorEmail: string | null;

  @Column({ name: 'target_type', type: 'text', nullable: true })
  targetType: string | null;

  /** An id of ours or a public key. */
  @Column({ name: 'target_id', type: 'text', nullable: true })
  targetId: string | null;

  @Column({ name: 'merchant_id', type: 'uuid', nullable: true })
  merchantId: string | null;

  /** One JSON object as text: what is sealed is every byte of it, whatever a JSON type would make of it. */
  @Column({ name: 'details', type: 'text' })
  details: string;

  /** HMAC over all the columns above and the mac of the entry before. */
  @Column({ name: 'mac', type: 'bytea' })
  mac: Buffer;
}
