import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';

/** The lowest UUID of version 7 that the moment `$1` days ago could have made. */
const LOWEST_ID = `(lpad(to_hex((extract(epoch FROM now() - make_interval(days => $1)) * 1000)::bigint), 12, '0')
  || '70008000000000000000')::uuid`;

/** The statements of the clean-up. Each touches a bounded number of rows, and none that somebody holds. */
@Injectable()
export class RetentionRepository {
  /** contract §7, Held: what nobody replayed in time will not be sent. Returns how many. */
  async endHeld(tx: Tx, days: number, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE postback_deliveries SET status = 'cancelled', updated_at = now()
        WHERE id IN (SELECT id FROM postback_deliveries
                      WHERE status = 'held' AND updated_at < now() - make_interval(days => $1)
                      ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [days, limit],
    );
    return count;
  }

  /**
   * Deletes deliveries past their age with their attempts, the oldest first; returns how many. Ids are in the order
   * of time, so the primary key finds them, side by side in the table. What may still be sent stays.
   */
  async deleteLogs(tx: Tx, days: number, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `DELETE FROM postback_deliveries
        WHERE id IN (SELECT id FROM postback_deliveries
                      WHERE id < ${LOWEST_ID} AND created_at < now() - make_interval(days => $1)
                        AND status IN ('delivered', 'exhausted', 'cancelled')
                      ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [days, limit],
    );
    return count;
  }
}
