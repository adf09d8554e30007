import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';
import type { EndpointStatus } from '../endpoint.transitions';

/** What finds an endpoint: ids are looked for among those of their merchant. */
export interface EndpointKey {
  readonly merchantId: string;
  readonly endpointId: string;
}

export const PAUSED_REASONS = ['manual', 'gone', 'failing'] as const;
export type PausedReason = (typeof PAUSED_REASONS)[number];

/** contract §7, secret: which one X-Service-Signature is made with while two are valid. */
export const SIGN_WITH = ['new', 'previous'] as const;
export type SignWith = (typeof SIGN_WITH)[number];

/** contract §7: at most 20 endpoints per merchant; each holds one of the slots 1 to 20. */
export const MAX_ENDPOINTS = 20;

/** Until when the previous secret signs too; null when it does not any more. */
export function previousSecretUntil(
  { previousSecretExpiresAt }: Pick<PostbackEndpoint, 'previousSecretExpiresAt'>,
  now: Date,
): Date | null {
  return previousSecretExpiresAt !== null && previousSecretExpiresAt > now ? previousSecretExpiresAt : null;
}

/** Whether X-Service-Signature is made with the previous secret at this moment. */
export function isPreviousFirst(
  endpoint: Pick<PostbackEndpoint, 'signWith' | 'previousSecretExpiresAt'>,
  now: Date,
): boolean {
  return endpoint.signWith === 'previous' && previousSecretUntil(endpoint, now) !== null;
}

/** An address of a merchant to which notifications are sent. */
@Entity('postback_endpoints')
@ForeignKey('merchants', ['merchantId'], ['id'], { name: 'fk_postback_endpoints_merchant' })
@Check('ck_postback_endpoints_status', `status IN ('active', 'paused', 'deleted')`)
@Check('ck_postback_endpoints_deleted', `(status = 'deleted') = (deleted_at IS NOT NULL)`)
@Check(
  'ck_postback_endpoints_paused_reason',
  `CASE status WHEN 'paused' THEN paused_reason IN ('manual', 'gone', 'failing') AND paused_reason IS NOT NULL ELSE paused_reason IS NULL END`,
)
@Check('ck_postback_endpoints_events', 'cardinality(events) BETWEEN 1 AND 50')
@Check('ck_postback_endpoints_url', `url ~* '^https?://' AND length(url) <= 2048`)
@Check('ck_postback_endpoints_secret', '(secret_box IS NULL) = (deleted_at IS NOT NULL)')
@Check(
  'ck_postback_endpoints_previous_secret',
  '(previous_secret_box IS NULL) = (previous_secret_expires_at IS NULL)',
)
@Check(
  'ck_postback_endpoints_sign_with',
  `sign_with = 'new' OR (sign_with = 'previous' AND previous_secret_box IS NOT NULL)`,
)
@Check('ck_postback_endpoints_slot', `slot BETWEEN 1 AND ${MAX_ENDPOINTS}`)
@Check(
  'ck_postback_endpoints_counts',
  'version > 0 AND last_sequence >= 0 AND created_position > 0 AND failed_attempts >= 0',
)
@Check('ck_postback_endpoints_failing', '(failing_since IS NULL) = (failed_attempts = 0)')
@Check(
  'ck_postback_endpoints_breaker',
  'breaker_openings >= 0 AND (breaker_openings = 0) = (breaker_open_until IS NULL)',
)
@Index('uq_postback_endpoints_slot', { synchronize: false })
@Index('ix_postback_endpoints_list', { synchronize: false })
export class PostbackEndpoint {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_postback_endpoints' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_postback_endpoints' })
  id: string;

  @Column({ name: 'slot', type: 'smallint' })
  slot: number;

  @Column({ name: 'url', type: 'varchar', length: 2048 })
  url: string;

  /** Sealed and bound to this row; erased when the endpoint is deleted. */
  @Column({ name: 'secret_box', type: 'text', nullable: true })
  secretBox: string | null;

  /** The secret before the last regeneration: it signs too until it expires. */
  @Column({ name: 'previous_secret_box', type: 'text', nullable: true })
  previousSecretBox: string | null;

  @Column(timestampColumn('previous_secret_expires_at', { nullable: true }))
  previousSecretExpiresAt: Date | null;

  /** `previous` until that one expires, or a notification was taken that the new one had signed. */
  @Column({ name: 'sign_with', type: 'varchar', length: 8, default: 'new' })
  signWith: SignWith;

  @Column({ name: 'events', type: 'varchar', length: 64, array: true })
  events: string[];

  @Column({ name: 'status', type: 'varchar', length: 10 })
  status: EndpointStatus;

  @Column({ name: 'paused_reason', type: 'varchar', length: 10, nullable: true })
  pausedReason: PausedReason | null;

  /** Number of the last delivery; the locked row hands out the next, so there is no gap. */
  @Column(bigintColumn('last_sequence', { default: 0 }))
  lastSequence: number;

  /** Events at lower positions of the outbox are older than the endpoint. */
  @Column(bigintColumn('created_position'))
  createdPosition: number;

  /** First failure since the last success, and how many attempts have failed since then. */
  @Column(timestampColumn('failing_since', { nullable: true }))
  failingSince: Date | null;

  @Column({ name: 'failed_attempts', type: 'integer', default: 0 })
  failedAttempts: number;

  /** Nothing is sent until then; afterwards one attempt, which decides. Null while the breaker is closed. */
  @Column(timestampColumn('breaker_open_until', { nullable: true }))
  breakerOpenUntil: Date | null;

  /** How often in a row the breaker has opened: each time for longer. */
  @Column({ name: 'breaker_openings', type: 'integer', default: 0 })
  breakerOpenings: number;

  /** It took long over its last attempts: it is served from the slow queue. */
  @Column({ name: 'slow', type: 'boolean', default: false })
  slow: boolean;

  @Column({ name: 'search_text', type: 'text' })
  searchText: string;

  @Column({ name: 'version', type: 'integer', default: 1 })
  version: number;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;

  @Column(timestampColumn('deleted_at', { nullable: true }))
  deletedAt: Date | null;
}
