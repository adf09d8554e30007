import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import { PostbackEvent } from './postback-event.entity';

/** Names an event. */
export interface EventKey {
  readonly merchantId: string;
  readonly id: string;
}

const AMONG_THE_GIVEN = '(merchant_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))';

/** What endpoints are told of events. */
@Injectable()
export class PostbackEventRepository {
  /** Takes over events of the outbox, without their leaving the database. Once more does nothing. */
  async keep(tx: Tx, events: readonly EventKey[]): Promise<void> {
    await tx.query(
      `INSERT INTO postback_events (merchant_id, id, occurred_at, payload)
       SELECT merchant_id, id, occurred_at, payload FROM outbox_events WHERE ${AMONG_THE_GIVEN}
           ON CONFLICT (merchant_id, id) DO NOTHING`,
      keysOf(events),
    );
  }

  /** One that the outbox knows nothing of. */
  async insert(tx: Tx, event: PostbackEvent): Promise<void> {
    await tx.insert(PostbackEvent, event);
  }

  /** Deletes those of these events that have no delivery any more. */
  async deleteDelivered(tx: Tx, events: readonly EventKey[]): Promise<void> {
    await tx.query(
      `DELETE FROM postback_events e
        WHERE ${AMONG_THE_GIVEN}
          AND NOT EXISTS (SELECT 1 FROM postback_deliveries d
                           WHERE d.merchant_id = e.merchant_id AND d.event_id = e.id)`,
      keysOf(events),
    );
  }
}

function keysOf(events: readonly EventKey[]): [string[], string[]] {
  return [events.map(({ merchantId }) => merchantId), events.map(({ id }) => id)];
}
