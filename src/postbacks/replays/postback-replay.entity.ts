import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';
import type { DeliveryStatus } from '../delivery.transitions';
import { PostbackEndpoint } from '../endpoints/postback-endpoint.entity';

/** A replay that was asked for, and how far through the endpoint's deliveries it has come. */
@Entity('postback_replays')
@ForeignKey(() => PostbackEndpoint, ['merchantId', 'endpointId'], ['merchantId', 'id'], {
  name: 'fk_postback_replays_endpoint',
})
@Check('ck_postback_replays_period', 'date_from <= date_to')
@Check('ck_postback_replays_statuses', 'cardinality(statuses) > 0')
@Check(
  'ck_postback_replays_progress',
  'next_sequence > 0 AND last_sequence > 0 AND queued >= 0 AND (finished_at IS NOT NULL OR next_sequence <= last_sequence)',
)
@Index('ix_postback_replays_running', { synchronize: false })
@Index('ix_postback_replays_finished', { synchronize: false })
export class PostbackReplay {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_postback_replays' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_postback_replays' })
  id: string;

  @Column({ name: 'endpoint_id', type: 'uuid' })
  endpointId: string;

  /** Days in UTC, by the deliveries' created_at, both inclusive. */
  @Column({ name: 'date_from', type: 'date' })
  dateFrom: string;

  @Column({ name: 'date_to', type: 'date' })
  dateTo: string;

  @Column({ name: 'statuses', type: 'varchar', length: 10, array: true })
  statuses: DeliveryStatus[];

  /** The first number that has not been looked at. */
  @Column(bigintColumn('next_sequence'))
  nextSequence: number;

  /** The last one that existed when the replay was asked for. */
  @Column(bigintColumn('last_sequence'))
  lastSequence: number;

  @Column({ name: 'queued', type: 'integer', default: 0 })
  queued: number;

  @Column(timestampColumn('created_at'))
  createdAt: Date;

  /** Done, or ended because the endpoint was paused or deleted. */
  @Column(timestampColumn('finished_at', { nullable: true }))
  finishedAt: Date | null;
}
