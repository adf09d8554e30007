import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../database';
import { ProviderAccount } from '../accounts/provider-account.entity';
import type { NotificationStatus } from './received-notification.transitions';

/**
 * What an institution sent us and its adapter verified: the bytes that came, stored once however often they come. It
 * knows no merchant: what it is about is found by the account and the names in it.
 */
@Entity('provider_notifications')
@ForeignKey(() => ProviderAccount, ['accountId'], ['id'], { name: 'fk_provider_notifications_account' })
@Check('ck_provider_notifications_status', `status IN ('pending', 'processed', 'abandoned')`)
@Check('ck_provider_notifications_processed', `(status = 'pending') = (processed_at IS NULL)`)
@Index('ix_provider_notifications_due', { synchronize: false })
@Index('ix_provider_notifications_processed', { synchronize: false })
export class ReceivedNotification {
  @PrimaryColumn({ name: 'account_id', type: 'uuid', primaryKeyConstraintName: 'pk_provider_notifications' })
  accountId: string;

  /** The institution's name of it. */
  @PrimaryColumn({
    name: 'notification_id',
    type: 'varchar',
    length: 200,
    primaryKeyConstraintName: 'pk_provider_notifications',
  })
  notificationId: string;

  @Column({ name: 'body', type: 'bytea' })
  body: Buffer;

  @Column({ name: 'status', type: 'varchar', length: 20 })
  status: NotificationStatus;

  @Column({ name: 'attempts', type: 'integer' })
  attempts: number;

  @Column(timestampColumn('next_attempt_at'))
  nextAttemptAt: Date;

  @Column(timestampColumn('received_at'))
  receivedAt: Date;

  @Column(timestampColumn('processed_at', { nullable: true }))
  processedAt: Date | null;
}

/** Names a notification. */
export type NotificationRef = Pick<ReceivedNotification, 'accountId' | 'notificationId'> & {
  /** Of the request that brings it, while that is served. */
  readonly requestId?: string | undefined;
};
