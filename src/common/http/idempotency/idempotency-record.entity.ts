import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../../database';
import type { PendingThing } from '../reply';

/** The answer of a request that carried an Idempotency-Key; without one while the request still runs. */
@Entity('idempotency_records')
@Check('ck_idempotency_records_status', 'response_status IS NULL OR response_status BETWEEN 200 AND 299')
@Check('ck_idempotency_records_waits_for', 'waits_for IS NULL OR response_status = 202')
@Index('ix_idempotency_records_expires_at', ['expiresAt'])
@Index('ix_idempotency_records_waiting', { synchronize: false })
export class IdempotencyRecord {
  /** SHA-256 of identity, method, route with its parameters and query, and key. */
  @PrimaryColumn({ name: 'scope', type: 'bytea', primaryKeyConstraintName: 'pk_idempotency_records' })
  scope: Buffer;

  /** HMAC of the body under a server key: the body itself is not kept. */
  @Column({ name: 'request_mac', type: 'bytea' })
  requestMac: Buffer;

  @Column({ name: 'mac_key_id', type: 'text' })
  macKeyId: string;

  @Column({ name: 'response_status', type: 'smallint', nullable: true })
  responseStatus: number | null;

  /** The body that was sent, byte for byte, with null in the place of secrets. */
  @Column({ name: 'response_body', type: 'text', nullable: true })
  responseBody: string | null;

  /** Of a 202 whose outcome is not told yet: what it hangs on. */
  @Column({ name: 'waits_for', type: 'jsonb', nullable: true })
  waitsFor: PendingThing | null;

  @Column(timestampColumn('expires_at'))
  expiresAt: Date;
}
