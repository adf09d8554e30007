import { charge, plant, type Plant } from './plant';

const AHEAD = 'nothing that waits for a provider is due more than a day ahead';

/** What was asked of providers, and under which keys. */
export const operations: readonly Plant[] = [
  charge(
    'a refund that says one thing and its call another',
    'refunded',
    'a refund is settled as the provider answered',
    `UPDATE provider_calls SET status = 'failed' WHERE kind = 'refund' AND subject_id IN (SELECT id FROM refunds WHERE charge_id = $id)`,
  ),
  charge(
    'a captured card whose authorisation was declined',
    'card',
    'a card is authorized or declined as its provider answered',
    `UPDATE provider_calls SET status = 'failed' WHERE kind = 'authorize' AND subject_id = $id`,
  ),
  charge(
    'a declined card whose authorisation was granted',
    'declined',
    'a card is authorized or declined as its provider answered',
    `UPDATE provider_calls SET status = 'succeeded' WHERE kind = 'authorize' AND subject_id = $id`,
  ),
  charge(
    'a card that nobody authorised',
    'card',
    'a card is authorized or declined as its provider answered',
    `DELETE FROM provider_calls WHERE kind = 'authorize' AND subject_id = $id`,
  ),
  charge(
    'a pending card that nobody asks about',
    'held',
    'a card that is pending is with its provider',
    `UPDATE charges SET status = 'pending' WHERE id = $id`,
  ),
  charge(
    'a capture of another amount than its call',
    'part',
    'what was captured of an authorisation is what its provider captured',
    `UPDATE provider_calls SET amount_cents = amount_cents - 1 WHERE kind = 'capture' AND subject_id = $id`,
  ),
  charge(
    'a capture that its provider refused',
    'part',
    'what was captured of an authorisation is what its provider captured',
    `UPDATE provider_calls SET status = 'failed' WHERE kind = 'capture' AND subject_id = $id`,
  ),
  charge(
    'a void that its provider refused',
    'released',
    'a charge is voided when its provider let go of it, and only then',
    `UPDATE provider_calls SET status = 'failed' WHERE kind = 'void' AND subject_id = $id`,
  ),
  charge(
    'a charge that lives on although its provider let go',
    'held',
    'a charge is voided when its provider let go of it, and only then',
    `UPDATE provider_calls SET status = 'succeeded' WHERE kind = 'void' AND subject_id = $id`,
  ),
  charge(
    'a return whose payment is gone',
    'returned',
    'a call that gives a payment back has a payment that was not taken',
    'DELETE FROM returned_payments WHERE charge_id = $id',
  ),
  charge(
    'a payment not taken that nothing gives back',
    'returned',
    'a payment that was not taken has a call that gives it back, of its amount',
    `DELETE FROM provider_calls WHERE kind = 'return' AND subject_id = $id`,
  ),
  charge(
    'a return that failed, and nobody is to look at it',
    'not_returned',
    'somebody has to look at a charge whose provider refused for good, and only at such a one',
    'UPDATE charges SET attention = NULL WHERE id = $id',
  ),
  charge(
    'a return that failed although it was made',
    'returned',
    'somebody has to look at a charge whose provider refused for good, and only at such a one',
    `UPDATE provider_calls SET status = 'failed' WHERE kind = 'return' AND subject_id = $id`,
  ),
  charge(
    'a call about nothing',
    'refunded',
    'every call about a charge or a refund has its charge or refund, and its account',
    'UPDATE provider_calls SET subject_id = gen_random_uuid() WHERE subject_id IN (SELECT id FROM refunds WHERE charge_id = $id)',
  ),
  plant(
    'a name at a provider that there is not',
    'every call, name and payment asked for at a provider belongs to an account that there is',
    'UPDATE provider_references SET account_id = gen_random_uuid() WHERE subject_id = (SELECT min(id::text)::uuid FROM charges)',
  ),
  plant(
    'a call settled before it was made',
    'a call that is settled says when, and it was after it was made',
    `UPDATE provider_calls SET settled_at = created_at - interval '1 second' WHERE kind = 'capture'`,
  ),
  charge(
    'a call whose next moment is next week',
    'released',
    AHEAD,
    `UPDATE provider_calls SET status = 'pending', settled_at = NULL, next_attempt_at = now() + interval '7 days' WHERE kind = 'void' AND subject_id = $id`,
  ),
  plant(
    'a notification that is taken next week',
    AHEAD,
    `UPDATE provider_notifications SET status = 'pending', processed_at = NULL, next_attempt_at = now() + interval '7 days'`,
  ),
  plant(
    'a key in progress whose operation has ended',
    'an Idempotency-Key in progress has a call that goes on',
    'UPDATE idempotency_records SET response_status = NULL, response_body = NULL',
  ),
  charge(
    'an operation that goes on whose key was answered',
    'part',
    'a call that goes on has its Idempotency-Key, in progress',
    `UPDATE provider_calls SET status = 'pending', settled_at = NULL WHERE kind = 'capture' AND subject_id = $id`,
  ),
];
