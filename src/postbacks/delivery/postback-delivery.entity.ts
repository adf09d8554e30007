import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';
import type { DeliveryStatus } from '../delivery.transitions';
import { PostbackEndpoint } from '../endpoints/postback-endpoint.entity';
import { PostbackEvent } from '../events/postback-event.entity';

/** One event for one endpoint: what is sent, and how far that has come. */
@Entity('postback_deliveries')
@ForeignKey(() => PostbackEndpoint, ['merchantId', 'endpointId'], ['merchantId', 'id'], {
  name: 'fk_postback_deliveries_endpoint',
})
@ForeignKey(() => PostbackEvent, ['merchantId', 'eventId'], ['merchantId', 'id'], {
  name: 'fk_postback_deliveries_event',
})
@Unique('uq_postback_deliveries_event_endpoint', ['merchantId', 'eventId', 'endpointId'])
@Unique('uq_postback_deliveries_sequence', ['merchantId', 'endpointId', 'sequence'])
@Check(
  'ck_postback_deliveries_status',
  `status IN ('pending', 'delivered', 'retrying', 'exhausted', 'held', 'cancelled')`,
)
@Check('ck_postback_deliveries_due', `(status IN ('pending', 'retrying')) = (next_attempt_at IS NOT NULL)`)
@Check('ck_postback_deliveries_delivered', `status <> 'delivered' OR delivered_at IS NOT NULL`)
@Check('ck_postback_deliveries_arrived', `delivered_at IS NULL OR status IN ('delivered', 'retrying')`)
@Check(
  'ck_postback_deliveries_resends',
  `extra_attempts >= 0 AND (NOT resend_due OR status IN ('pending', 'retrying'))`,
)
@Check(
  'ck_postback_deliveries_counts',
  'sequence > 0 AND attempt_count >= 0 AND attempt_limit > 0 AND claim >= 0',
)
@Index('ix_postback_deliveries_due', { synchronize: false })
@Index('ix_postback_deliveries_held', { synchronize: false })
@Index('ix_postback_deliveries_created', { synchronize: false })
@Index('ix_postback_deliveries_id', { synchronize: false })
@Index('ix_postback_deliveries_event_id', { synchronize: false })
@Index('ix_postback_deliveries_resource_id', { synchronize: false })
@Index('ix_postback_deliveries_list', { synchronize: false })
@Index('ix_postback_deliveries_endpoint_list', { synchronize: false })
export class PostbackDelivery {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_postback_deliveries' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_postback_deliveries' })
  id: string;

  @Column({ name: 'endpoint_id', type: 'uuid' })
  endpointId: string;

  @Column({ name: 'event_id', type: 'uuid' })
  eventId: string;

  @Column({ name: 'event', type: 'varchar', length: 64 })
  event: string;

  @Column({ name: 'resource_id', type: 'uuid' })
  resourceId: string;

  @Column(bigintColumn('sequence'))
  sequence: number;

  @Column({ name: 'status', type: 'varchar', length: 10 })
  status: DeliveryStatus;

  @Column({ name: 'attempt_count', type: 'integer', default: 0 })
  attemptCount: number;

  /** No attempt by itself beyond this count; a resend raises it. */
  @Column({ name: 'attempt_limit', type: 'integer' })
  attemptLimit: number;

  @Column(timestampColumn('next_attempt_at', { nullable: true }))
  nextAttemptAt: Date | null;

  /** How many of the attempts resends asked for while the schedule went on: they take no place in it. */
  @Column({ name: 'extra_attempts', type: 'integer', default: 0 })
  extraAttempts: number;

  /** A worker holds the row until then; when it dies, the row is free again. */
  @Column(timestampColumn('lease_until', { nullable: true }))
  leaseUntil: Date | null;

  /** Fencing token: grows with each claim, and only the holder of the present one may write an outcome. */
  @Column({ name: 'claim', type: 'integer', default: 0 })
  claim: number;

  /** A resend or a replay asks for an attempt that nobody has begun: it follows what is in flight, and serves all who ask until then. */
  @Column({ name: 'resend_due', type: 'boolean', default: false })
  resendDue: boolean;

  @Column(timestampColumn('delivered_at', { nullable: true }))
  deliveredAt: Date | null;

  @Column({ name: 'search_text', type: 'text' })
  searchText: string;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt: Date;
}
