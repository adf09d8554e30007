import { charge, LAST_EVENT, OTHER_MERCHANT, plant, type Plant } from './plant';

const FREEZE = (field: string, value: string): string =>
  `payload = jsonb_set(payload::jsonb, '{charge,${field}}', '${value}')::text`;

const COUNTS = 'the counts of deliveries and the changes not folded yet are the deliveries that are there';

/** Histories, events and deliveries. */
export const events: readonly Plant[] = [
  charge(
    'another status than the history',
    'card',
    'the status of a charge is the one its history last led to',
    `UPDATE charges SET status = 'chargeback' WHERE id = $id`,
  ),
  charge(
    'a history with a step cut out',
    'refunded',
    'each step of the history of a charge begins where the one before ended',
    'DELETE FROM charge_status_history WHERE charge_id = $id AND version = 2',
  ),
  charge(
    'a step that no machine makes',
    'card',
    'each step of the history of a charge is one that the status machine has',
    `UPDATE charge_status_history SET to_status = 'refunded' WHERE charge_id = $id AND version = 2`,
  ),
  charge(
    'a transition without its event',
    'card',
    'every transition of a charge in the last day has its event',
    `DELETE FROM outbox_events WHERE resource_id = $id AND type = 'charge.captured'`,
  ),
  charge(
    'a frozen event other than the history',
    'card',
    'an event of a charge tells the status that its history has',
    `UPDATE outbox_events SET ${FREEZE('status', '"voided"')} WHERE resource_id = $id AND type = 'charge.captured'`,
  ),
  charge(
    'a frozen amount other than the charge',
    'card',
    LAST_EVENT,
    `UPDATE outbox_events SET ${FREEZE('amount_captured', '1')} WHERE resource_id = $id AND type = 'charge.captured'`,
  ),
  charge(
    'a first event of another amount',
    'card',
    'a charge is for what its first event said',
    `UPDATE outbox_events SET ${FREEZE('amount', '1')} WHERE resource_id = $id AND type = 'charge.pending'`,
  ),
  charge(
    'a version below the history',
    'refunded',
    'the version of a charge is not below its history, and no two events have the same',
    'UPDATE charges SET version = 1 WHERE id = $id',
  ),
  charge(
    'a version that nothing made',
    'refunded',
    LAST_EVENT,
    'UPDATE charges SET version = version + 5 WHERE id = $id',
  ),
  plant(
    'a delivery that lists count twice',
    COUNTS,
    `INSERT INTO delivery_count_changes (merchant_id, endpoint_id, hour, status, event, change)
     SELECT merchant_id, endpoint_id, date_trunc('hour', created_at, 'UTC'), status, event, 1 FROM postback_deliveries LIMIT 1`,
  ),
  plant(
    'a delivery that lists do not count',
    COUNTS,
    'SELECT fold_delivery_counts(1000000)',
    `UPDATE delivery_counts SET deliveries = deliveries - 1
      WHERE (merchant_id, span) = (SELECT merchant_id, 'day' FROM postback_deliveries LIMIT 1) AND deliveries > 0`,
  ),
  plant(
    'an event without its delivery',
    'an event of the last day that was handed on has a delivery for every endpoint that was subscribed then',
    'DELETE FROM postback_deliveries WHERE sequence = 1',
  ),
  plant(
    'a delivery to an endpoint that was not subscribed',
    'an event of the last day was delivered to no endpoint that was not subscribed then',
    `INSERT INTO postback_past_subscriptions (merchant_id, endpoint_id, until_position, events, changed_at)
       SELECT merchant_id, id, created_position + 1, events, now() FROM postback_endpoints`,
    `UPDATE postback_endpoints SET events = '{document.expired}'`,
  ),
  plant(
    'a gap in the numbers of an endpoint',
    'the deliveries of an endpoint in the last day are numbered without gaps, and it knows the last number',
    'UPDATE postback_endpoints SET last_sequence = last_sequence + 1',
  ),
  plant(
    'something to be sent to a paused endpoint',
    'nothing waits to be sent to an endpoint that is paused or deleted',
    `UPDATE postback_deliveries SET status = 'retrying', next_attempt_at = now() WHERE sequence = 1`,
    `UPDATE postback_endpoints SET status = 'paused', paused_reason = 'manual'`,
  ),
  plant(
    'a delivery that is due next week',
    'nothing that waits to be sent or handed on is due more than a day ahead',
    `UPDATE postback_deliveries SET status = 'retrying', next_attempt_at = now() + interval '7 days' WHERE sequence = 1`,
  ),
  plant(
    'an attempt that nobody logged',
    'every attempt of a delivery is in its log',
    'DELETE FROM postback_attempts WHERE delivery_id IN (SELECT id FROM postback_deliveries WHERE attempt_count > 0 LIMIT 1)',
  ),
  plant(
    'a delivery that was never answered well',
    'a delivery is delivered when an attempt was answered well, and only then',
    `UPDATE postback_attempts SET status_code = 500 WHERE delivery_id IN (SELECT id FROM postback_deliveries WHERE status = 'delivered' LIMIT 1)`,
  ),
  plant(
    'a delivery that was cancelled after it had arrived',
    'what has arrived once is delivered, or sent once more',
    'ALTER TABLE postback_deliveries DROP CONSTRAINT ck_postback_deliveries_arrived',
    `UPDATE postback_deliveries SET status = 'cancelled' WHERE id IN (SELECT id FROM postback_deliveries WHERE status = 'delivered' LIMIT 1)`,
  ),
  plant(
    'another amount told than the one that was written',
    'what endpoints are told of an event is what was written when it happened',
    `UPDATE postback_events SET payload = replace(payload, '"version":1,', '"version":10,')`,
  ),
  plant(
    "another merchant's event",
    'a delivery goes to an endpoint of the merchant whose event it tells',
    `UPDATE outbox_events SET merchant_id = ${OTHER_MERCHANT}`,
  ),
];
