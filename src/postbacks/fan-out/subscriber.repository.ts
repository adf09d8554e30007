import { Injectable } from '@nestjs/common';
import { prepared, type Tx } from '../../database';
import type { EndpointStatus } from '../endpoint.transitions';
import { creationLock } from '../endpoints/endpoint.repository';
import type { PastEvents, SubscriptionHistory } from './subscription.rules';

/** An endpoint as the fan-out sees it: as it is now, and what it was subscribed to when. */
export interface Subscriber extends SubscriptionHistory {
  readonly merchantId: string;
  readonly id: string;
  readonly status: EndpointStatus;
}

type LiveRow = Omit<Subscriber, 'past'>;
type PastRow = Omit<Subscriber, 'past' | 'events'> & { readonly past: PastEvents[] };

const SUBSCRIBER = `e.merchant_id AS "merchantId", e.id, e.status, e.created_position::float8 AS "createdPosition"`;

/** The endpoints of merchants to which events go, with what they were subscribed to lately. */
@Injectable()
export class SubscriberRepository {
  /**
   * Every endpoint of these merchants that there is, or that was deleted after this position of the outbox, locked. The
   * locks make concurrent relays and every change of an endpoint wait for each other: sequences have no gaps, a pause
   * no leak, and what is read here is all that there will ever be to know of events that were committed before.
   */
  async lock(tx: Tx, merchantIds: readonly string[], sincePosition: number): Promise<Subscriber[]> {
    // Endpoints that are being created have no rows yet that could be locked.
    await tx.query(
      prepared(`SELECT pg_advisory_xact_lock_shared(key)
         FROM (SELECT DISTINCT ${creationLock('id')} AS key FROM unnest($1::uuid[]) AS id ORDER BY key) AS locks`),
      [merchantIds],
    );
    // In the order of their ids, so that two relays never wait for each other.
    const live = await tx.query<LiveRow[]>(
      prepared(`SELECT ${SUBSCRIBER}, e.events FROM postback_endpoints e
        WHERE e.merchant_id = ANY($1) AND e.deleted_at IS NULL
        ORDER BY e.id FOR NO KEY UPDATE`),
      [merchantIds],
    );
    // A statement of its own: it sees what those changed for whose locks the one before waited.
    const changed = await this.lockChanged(tx, merchantIds, sincePosition);
    const past = new Map(changed.map((each) => [each.id, each.past]));
    const deleted = changed.filter(({ status }) => status === 'deleted');
    return [
      ...live.map((each) => ({ ...each, past: past.get(each.id) ?? [] })),
      ...deleted.map((each) => ({ ...each, events: null })),
    ];
  }

  /**
   * Deletes past subscriptions that ended so many days ago, `limit` at most, and that no event needs which is still to
   * be distributed. Returns how many.
   */
  async deletePast(tx: Tx, days: number, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `DELETE FROM postback_past_subscriptions
        WHERE (merchant_id, endpoint_id, until_position) IN (
                SELECT merchant_id, endpoint_id, until_position FROM postback_past_subscriptions
                 WHERE changed_at < now() - make_interval(days => $1)
                   AND until_position < coalesce(
                         (SELECT min(position) FROM outbox_events WHERE relayed_at IS NULL), until_position + 1)
                 ORDER BY changed_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [days, limit],
    );
    return count;
  }

  private async lockChanged(
    tx: Tx,
    merchantIds: readonly string[],
    sincePosition: number,
  ): Promise<PastRow[]> {
    return tx.query<PastRow[]>(
      prepared(`SELECT ${SUBSCRIBER}, changed.past
         FROM (SELECT merchant_id, endpoint_id,
                      jsonb_agg(jsonb_build_object('untilPosition', until_position, 'events', events)
                                ORDER BY until_position) AS past
                 FROM postback_past_subscriptions
                WHERE merchant_id = ANY($1) AND until_position > $2
                GROUP BY merchant_id, endpoint_id) AS changed
         JOIN postback_endpoints e ON e.merchant_id = changed.merchant_id AND e.id = changed.endpoint_id
        ORDER BY e.id FOR NO KEY UPDATE OF e`),
      [merchantIds, sincePosition],
    );
  }
}
