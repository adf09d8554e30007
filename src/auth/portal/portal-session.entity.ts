import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';

/**
 * A visit to the portal. It begins as a link (decision 0048): what of the link is kept is exchanged for what of the cookie is
 * kept when it is opened, so that nothing opens it a second time. It ends with its key pair, whatever its own times say.
 */
@Entity('portal_sessions')
@Index('ix_portal_sessions_id', ['id'])
@Index('ix_portal_sessions_submerchant', ['merchantId', 'submerchantId'], {
  where: 'submerchant_id IS NOT NULL',
})
@Index('ix_portal_sessions_key', ['merchantId', 'publicKey'])
@ForeignKey('api_keys', ['merchantId', 'publicKey'], ['merchantId', 'publicKey'], {
  name: 'fk_portal_sessions_key',
  onDelete: 'CASCADE',
})
@ForeignKey('submerchants', ['merchantId', 'submerchantId'], ['merchantId', 'id'], {
  name: 'fk_portal_sessions_submerchant',
  onDelete: 'CASCADE',
})
@Check(
  'ck_portal_sessions_link',
  "link_expires_at > created_at AND link_expires_at <= created_at + interval '1 hour' AND opened_at < link_expires_at",
)
@Check(
  'ck_portal_sessions_opened',
  'num_nonnulls(opened_at, last_seen_at, idle_expires_at, expires_at) IN (0, 4)',
)
@Check(
  'ck_portal_sessions_idle',
  "idle_expires_at <= last_seen_at + interval '30 minutes' AND idle_expires_at <= expires_at",
)
@Check('ck_portal_sessions_absolute', "expires_at <= opened_at + interval '12 hours'")
export class PortalSession {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_portal_sessions' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_portal_sessions' })
  id: string;

  /** The key pair that made the link: the session may what it may, as long as it may. */
  @Column({ name: 'public_key', type: 'text' })
  publicKey: string;

  /** The one submerchant that it shows; null: all that is the merchant's. */
  @Column({ name: 'submerchant_id', type: 'uuid', nullable: true })
  submerchantId: string | null;

  /** Keyed hash of the token in the link, then of the one in the cookie. */
  @Column({ name: 'token_mac', type: 'bytea' })
  tokenMac: Buffer;

  @Column({ name: 'pepper_id', type: 'text' })
  pepperId: string;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('link_expires_at'))
  linkExpiresAt: Date;

  @Column(timestampColumn('opened_at', { nullable: true }))
  openedAt: Date | null;

  /** To the minute. */
  @Column(timestampColumn('last_seen_at', { nullable: true }))
  lastSeenAt: Date | null;

  @Column(timestampColumn('idle_expires_at', { nullable: true }))
  idleExpiresAt: Date | null;

  @Column(timestampColumn('expires_at', { nullable: true }))
  expiresAt: Date | null;
}
