import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import { PostbackDelivery } from './postback-delivery.entity';

/** One HTTP try of a delivery and what came of it. */
@Entity('postback_attempts')
@ForeignKey(() => PostbackDelivery, ['merchantId', 'deliveryId'], ['merchantId', 'id'], {
  name: 'fk_postback_attempts_delivery',
  onDelete: 'CASCADE',
})
@Check('ck_postback_attempts_outcome', '(status_code IS NULL) = (error IS NOT NULL)')
@Check('ck_postback_attempts_number', 'number > 0 AND duration_ms >= 0')
export class PostbackAttempt {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_postback_attempts' })
  merchantId: string;

  @PrimaryColumn({ name: 'delivery_id', type: 'uuid', primaryKeyConstraintName: 'pk_postback_attempts' })
  deliveryId: string;

  @PrimaryColumn({ name: 'number', type: 'integer', primaryKeyConstraintName: 'pk_postback_attempts' })
  number: number;

  @Column(timestampColumn('at'))
  at: Date;

  @Column({ name: 'status_code', type: 'integer', nullable: true })
  statusCode: number | null;

  @Column({ name: 'response_headers', type: 'jsonb', nullable: true })
  responseHeaders: Record<string, string> | null;

  /** The first 4 KiB of the answer as text. */
  @Column({ name: 'response_body', type: 'text', nullable: true })
  responseBody: string | null;

  @Column({ name: 'duration_ms', type: 'integer' })
  durationMs: number;

  @Column({ name: 'error', type: 'varchar', length: 200, nullable: true })
  error: string | null;
}
