import { changedSince, countedListInvariant, type Invariant } from '../common/invariants';
import { COUNTED_DELIVERIES } from './delivery-logs/counted-deliveries';
import { TO_BE_SENT } from './delivery.transitions';
import { POSTBACK_EVENTS, POSTBACK_SIGNALS } from './postbacks.events';

/** A ping goes to one endpoint, and what postbacks tell themselves is no notification. */
const NOT_FANNED_OUT = [POSTBACK_EVENTS.ping.kind, ...Object.keys(POSTBACK_SIGNALS)]
  .map((kind) => `'${kind}'`)
  .join(', ');

/** What endpoints were subscribed to, from and until which position of the outbox. */
const SUBSCRIPTIONS = `
  SELECT merchant_id, id AS endpoint_id, events, NULL::bigint AS until_position,
         greatest(created_position, (SELECT max(p.until_position) FROM postback_past_subscriptions p
                                      WHERE p.merchant_id = e.merchant_id AND p.endpoint_id = e.id)) AS from_position
    FROM postback_endpoints e WHERE deleted_at IS NULL
  UNION ALL
  SELECT p.merchant_id, p.endpoint_id, p.events, p.until_position,
         coalesce(lag(p.until_position) OVER (PARTITION BY p.merchant_id, p.endpoint_id ORDER BY p.until_position),
                  e.created_position)
    FROM postback_past_subscriptions p
    JOIN postback_endpoints e ON e.merchant_id = p.merchant_id AND e.id = p.endpoint_id`;

/** Of a row `s` of these and an event `v`. */
const WAS_SUBSCRIBED = `v.position > s.from_position AND (s.until_position IS NULL OR v.position < s.until_position)
  AND s.events && ARRAY[v.type, split_part(v.type, '.', 1) || '.*', '*']::varchar[]`;

/** The rules of the deliveries (contract §7), each a statement that answers the rows that break it. */
export const postbackInvariants: readonly Invariant[] = [
  countedListInvariant(COUNTED_DELIVERIES),
  {
    // Of older endpoints only what came in the last day: before that the log may have been cut.
    name: 'the deliveries of an endpoint in the last day are numbered without gaps, and it knows the last number',
    sql: `SELECT e.id AS endpoint_id, e.last_sequence, count(d.id) AS deliveries, max(d.sequence) AS highest
            FROM (SELECT merchant_id, id, last_sequence,
                         CASE WHEN created_at > now() - interval '1 day' THEN 1
                              ELSE (SELECT min(r.sequence) FROM postback_deliveries r
                                     WHERE r.merchant_id = postback_endpoints.merchant_id AND r.endpoint_id = postback_endpoints.id
                                       AND r.created_at > now() - interval '1 day') END AS lowest
                    FROM postback_endpoints) e
            LEFT JOIN postback_deliveries d
              ON d.merchant_id = e.merchant_id AND d.endpoint_id = e.id AND d.sequence >= e.lowest
           WHERE e.lowest IS NOT NULL
           GROUP BY e.merchant_id, e.id, e.last_sequence, e.lowest
          HAVING count(d.id) <> e.last_sequence - e.lowest + 1`,
  },
  {
    // That its endpoint is this merchant's too is in the foreign key.
    name: 'a delivery goes to an endpoint of the merchant whose event it tells',
    sql: `SELECT d.id AS delivery_id, d.merchant_id, v.merchant_id AS event_merchant_id
            FROM postback_deliveries d JOIN outbox_events v ON v.id = d.event_id
           WHERE v.merchant_id <> d.merchant_id`,
  },
  {
    // Of the last day: past subscriptions are kept for two.
    name: 'an event of the last day that was handed on has a delivery for every endpoint that was subscribed then',
    sql: `SELECT v.id AS event_id, v.type, s.endpoint_id
            FROM outbox_events v JOIN (${SUBSCRIPTIONS}) s ON s.merchant_id = v.merchant_id AND ${WAS_SUBSCRIBED}
           WHERE v.relayed_at > now() - interval '1 day'
             AND v.type NOT IN (${NOT_FANNED_OUT}) AND NOT (v.type = 'endpoint.paused' AND v.resource_id = s.endpoint_id)
             AND NOT EXISTS (SELECT 1 FROM postback_deliveries d
                              WHERE d.merchant_id = v.merchant_id AND d.event_id = v.id AND d.endpoint_id = s.endpoint_id)`,
  },
  {
    name: 'an event of the last day was delivered to no endpoint that was not subscribed then',
    sql: `SELECT d.id AS delivery_id, v.id AS event_id, v.type, d.endpoint_id
            FROM outbox_events v JOIN postback_deliveries d ON d.merchant_id = v.merchant_id AND d.event_id = v.id
           WHERE v.relayed_at > now() - interval '1 day' AND v.type NOT IN (${NOT_FANNED_OUT})
             AND NOT EXISTS (SELECT 1 FROM (${SUBSCRIPTIONS}) s
                              WHERE s.merchant_id = v.merchant_id AND s.endpoint_id = d.endpoint_id AND ${WAS_SUBSCRIBED})`,
  },
  {
    name: 'nothing waits to be sent to an endpoint that is paused or deleted',
    sql: `SELECT d.id AS delivery_id, d.status, e.id AS endpoint_id
            FROM postback_deliveries d
            JOIN postback_endpoints e ON e.merchant_id = d.merchant_id AND e.id = d.endpoint_id
           WHERE d.status IN (${TO_BE_SENT}) AND e.status <> 'active'`,
  },
  {
    // The longest wait of the schedule is a day, ±20 %; a receiver's Retry-After may ask for a day at most.
    name: 'nothing that waits to be sent or handed on is due more than a day ahead',
    sql: `SELECT 'delivery' AS what, id, next_attempt_at AS due_at FROM postback_deliveries
           WHERE status IN (${TO_BE_SENT}) AND next_attempt_at > now() + interval '29 hours'
          UNION ALL
          SELECT 'event', id, retry_at FROM outbox_events
           WHERE relayed_at IS NULL AND retry_at > now() + interval '1 day'`,
  },
  {
    name: 'every attempt of a delivery is in its log',
    sql: `SELECT d.id AS delivery_id, d.attempt_count, count(a.number) AS logged, max(a.number) AS highest
            FROM postback_deliveries d LEFT JOIN postback_attempts a
              ON a.merchant_id = d.merchant_id AND a.delivery_id = d.id
           WHERE ${changedSince('d.updated_at')}
           GROUP BY d.merchant_id, d.id
          HAVING count(a.number) <> d.attempt_count OR coalesce(max(a.number), 0) <> d.attempt_count`,
  },
  {
    name: 'a delivery is delivered when an attempt was answered well, and only then',
    sql: `SELECT d.id AS delivery_id, d.status, d.delivered_at
            FROM postback_deliveries d
           WHERE ${changedSince('d.updated_at')} AND (d.delivered_at IS NOT NULL) <> EXISTS (
                   SELECT 1 FROM postback_attempts a
                    WHERE a.merchant_id = d.merchant_id AND a.delivery_id = d.id AND a.status_code BETWEEN 200 AND 299)`,
  },
  {
    name: 'what has arrived once is delivered, or sent once more',
    sql: `SELECT id AS delivery_id, status, delivered_at FROM postback_deliveries
           WHERE ${changedSince('updated_at')} AND delivered_at IS NOT NULL AND status NOT IN ('delivered', 'retrying')`,
  },
  {
    // Events stay in the outbox for a week.
    name: 'what endpoints are told of an event is what was written when it happened',
    sql: `SELECT e.id AS event_id, e.occurred_at, v.occurred_at AS happened_at, left(e.payload, 200) AS begins
            FROM postback_events e JOIN outbox_events v ON v.merchant_id = e.merchant_id AND v.id = e.id
           WHERE ${changedSince('v.occurred_at')} AND (e.occurred_at, e.payload) IS DISTINCT FROM (v.occurred_at, v.payload)`,
  },
];
