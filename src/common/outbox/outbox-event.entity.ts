import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, timestampColumn } from '../../database';

/** Something that happened, written in the transaction in which it happened, until the relay hands it on. */
@Entity('outbox_events')
@Check('ck_outbox_events_payload', `left(payload, 1) = '{' AND right(payload, 1) = '}'`)
@Index('ix_outbox_events_waiting', { synchronize: false })
@Index('ix_outbox_events_relayed_at', { synchronize: false })
export class OutboxEvent {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_outbox_events' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_outbox_events' })
  id: string;

  /** Order of writing: the relay goes by it. */
  @Column(
    bigintColumn('position', {
      generated: 'identity',
      generatedIdentity: 'ALWAYS',
      insert: false,
      update: false,
    }),
  )
  position: number;

  @Column({ name: 'type', type: 'varchar', length: 64 })
  type: string;

  @Column({ name: 'resource_id', type: 'uuid' })
  resourceId: string;

  /** One JSON object as text: never parsed again, so what a receiver gets is what was true then, byte for byte. */
  @Column({ name: 'payload', type: 'text' })
  payload: string;

  @Column(timestampColumn('occurred_at'))
  occurredAt: Date;

  /** Where in a trace it happened, as a W3C traceparent: relay and deliveries go on from there. */
  @Column({ name: 'trace_context', type: 'varchar', length: 55, nullable: true })
  traceContext: string | null;

  @Column(timestampColumn('relayed_at', { nullable: true }))
  relayedAt: Date | null;

  @Column({ name: 'failures', type: 'integer', default: 0 })
  failures: number;

  /** After a consumer failed on this event: not before this moment again. */
  @Column(timestampColumn('retry_at', { nullable: true }))
  retryAt: Date | null;
}
