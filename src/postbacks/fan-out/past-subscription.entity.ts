import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';
import { PostbackEndpoint } from '../endpoints/postback-endpoint.entity';

/** What an endpoint was subscribed to until a change of its events, or until it was deleted. */
@Entity('postback_past_subscriptions')
@ForeignKey(() => PostbackEndpoint, ['merchantId', 'endpointId'], ['merchantId', 'id'], {
  name: 'fk_postback_past_subscriptions_endpoint',
})
@Check('ck_postback_past_subscriptions_events', 'cardinality(events) BETWEEN 1 AND 50')
@Check('ck_postback_past_subscriptions_position', 'until_position > 0')
@Index('ix_postback_past_subscriptions_position', { synchronize: false })
@Index('ix_postback_past_subscriptions_changed', { synchronize: false })
export class PastSubscription {
  @PrimaryColumn({
    name: 'merchant_id',
    type: 'uuid',
    primaryKeyConstraintName: 'pk_postback_past_subscriptions',
  })
  merchantId: string;

  @PrimaryColumn({
    name: 'endpoint_id',
    type: 'uuid',
    primaryKeyConstraintName: 'pk_postback_past_subscriptions',
  })
  endpointId: string;

  /** Position of the outbox. It began where the one before ended, the first when the endpoint was created. */
  @PrimaryColumn({
    ...bigintColumn('until_position'),
    nullable: false,
    primaryKeyConstraintName: 'pk_postback_past_subscriptions',
  })
  untilPosition: number;

  @Column({ name: 'events', type: 'varchar', length: 64, array: true })
  events: string[];

  @Column(timestampColumn('changed_at'))
  changedAt: Date;
}
