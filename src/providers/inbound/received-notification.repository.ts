import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { Tx } from '../../database';
import { type NotificationRef, ReceivedNotification } from './received-notification.entity';
import {
  type NotificationStatus,
  type NotificationTrigger,
  receivedNotificationTransitions,
} from './received-notification.transitions';

/** Longer than taking it may last: until then nobody else looks at it. */
const LEASE_SECONDS = 10;
const RETRY_MAX_SECONDS = 300;
/** What nobody knows for so long is not ours. */
const ABANDONED_AFTER = '3 days';
/** Long enough for every question about a payment; the books themselves stay. */
const KEPT_FOR = '90 days';

const RECEIVED = receivedNotificationTransitions.to('receive');
const ABANDONED = receivedNotificationTransitions.to('abandon');

/** Notifications as they came, and which of them have been taken. */
@Injectable()
export class ReceivedNotificationRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Keeps it, once: the bytes of the first delivery stay. */
  async insert(tx: Tx, { accountId, notificationId }: NotificationRef, body: Buffer): Promise<void> {
    await tx.query(
      `INSERT INTO provider_notifications
         (account_id, notification_id, body, status, attempts, next_attempt_at, received_at)
       VALUES ($1, $2, $3, '${RECEIVED}', 0, now() + interval '${LEASE_SECONDS} seconds', now())
       ON CONFLICT (account_id, notification_id) DO NOTHING`,
      [accountId, notificationId, body],
    );
  }

  async lock(tx: Tx, { accountId, notificationId }: NotificationRef): Promise<ReceivedNotification | null> {
    return tx.findOne(ReceivedNotification, {
      where: { accountId, notificationId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async findDue(limit: number): Promise<NotificationRef[]> {
    return this.dataSource.query<NotificationRef[]>(
      `SELECT account_id AS "accountId", notification_id AS "notificationId" FROM provider_notifications
        WHERE status = 'pending' AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $1`,
      [limit],
    );
  }

  /** Of a locked one: it has been taken, or can never be. */
  async end(
    tx: Tx,
    { accountId, notificationId }: NotificationRef,
    trigger: Exclude<NotificationTrigger, 'receive'>,
  ): Promise<void> {
    const status = receivedNotificationTransitions.to(trigger);
    await tx.update(
      ReceivedNotification,
      { accountId, notificationId, status: In([...receivedNotificationTransitions.from(trigger)]) },
      { status, attempts: () => 'attempts + 1', processedAt: () => 'now()' },
    );
  }

  /**
   * It cannot be taken yet: it is due again after 1, 2, 4 … seconds, 5 minutes at most, for three days. Answers whether
   * these are over.
   */
  async postpone(tx: Tx, { accountId, notificationId }: NotificationRef): Promise<boolean> {
    const [rows] = await tx.query<[{ status: NotificationStatus }[], number]>(
      `UPDATE provider_notifications
          SET attempts = attempts + 1,
              next_attempt_at = now() + make_interval(secs => least(power(2, least(attempts, 20)), ${RETRY_MAX_SECONDS})),
              status = CASE WHEN old THEN '${ABANDONED}' ELSE status END,
              processed_at = CASE WHEN old THEN now() END
         FROM (SELECT received_at < now() - interval '${ABANDONED_AFTER}' AS old FROM provider_notifications
                WHERE account_id = $1 AND notification_id = $2) AS age
        WHERE account_id = $1 AND notification_id = $2 AND status = ANY($3::text[])
       RETURNING status`,
      [accountId, notificationId, receivedNotificationTransitions.from('abandon')],
    );
    return rows[0]?.status === ABANDONED;
  }

  /** Forgets what was taken, or abandoned, long ago; returns how many. */
  async purge(tx: Tx, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `DELETE FROM provider_notifications WHERE (account_id, notification_id) IN (
         SELECT account_id, notification_id FROM provider_notifications
          WHERE processed_at < now() - interval '${KEPT_FOR}' ORDER BY processed_at LIMIT $1)`,
      [limit],
    );
    return count;
  }
}
