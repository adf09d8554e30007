import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';

/** What endpoints are told of an event: kept once, for as long as one of its deliveries. */
@Entity('postback_events')
@Check('ck_postback_events_payload', `left(payload, 1) = '{' AND right(payload, 1) = '}'`)
export class PostbackEvent {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_postback_events' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_postback_events' })
  id: string;

  @Column(timestampColumn('occurred_at'))
  occurredAt: Date;

  /** The members of its notifications after their heads, frozen as the text of one JSON object when it happened. */
  @Column({ name: 'payload', type: 'text' })
  payload: string;
}
