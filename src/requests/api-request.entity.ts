import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../database';

/**
 * A request of a merchant and how it ended. No foreign key leads to the merchant: merchants are never deleted, and rows come
 * by the thousand.
 */
@Entity('api_requests')
@Check('ck_api_requests_status', 'status BETWEEN 100 AND 599')
@Check('ck_api_requests_duration', 'duration_ms >= 0')
@Index('ix_api_requests_at', { synchronize: false })
@Index('ix_api_requests_old', { synchronize: false })
export class ApiRequest {
  @PrimaryColumn({ name: 'merchant_id', type: 'uuid', primaryKeyConstraintName: 'pk_api_requests' })
  merchantId: string;

  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pk_api_requests' })
  id: string;

  /** As the answer carried it: the caller's own, or one that was made. */
  @Column({ name: 'request_id', type: 'varchar', length: 128 })
  requestId: string;

  @Column(timestampColumn('at'))
  at: Date;

  @Column({ name: 'method', type: 'varchar', length: 10 })
  method: string;

  /** The pattern of the path, e.g. `/v1/charges/{id}`; what was asked for with it is nowhere. */
  @Column({ name: 'route', type: 'varchar', length: 200 })
  route: string;

  @Column({ name: 'status', type: 'smallint' })
  status: number;

  @Column({ name: 'duration_ms', type: 'integer' })
  durationMs: number;

  /** The code of a failure. */
  @Column({ name: 'error', type: 'varchar', length: 60, nullable: true })
  error: string | null;
}
