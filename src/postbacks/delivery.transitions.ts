import { defineTransitions } from '../common/state-machine';

export const DELIVERY_STATUSES = [
  'pending',
  'delivered',
  'retrying',
  'exhausted',
  'held',
  'cancelled',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export type DeliveryTrigger =
  | 'enqueue'
  | 'hold'
  | 'cancel'
  | 'expire'
  | 'deliver'
  | 'retry'
  | 'exhaust'
  | 'restore'
  | 'resend'
  | 'replay_unsent'
  | 'replay_sent';

/**
 * The status machine of a delivery (contract §7). An attempt that was in flight when its endpoint was paused or
 * deleted, or while others used up the schedule, may still succeed: what is held, cancelled or exhausted can become delivered.
 * What has arrived once is never any of the three: it is delivered, or sent once more.
 */
export const deliveryTransitions = defineTransitions<DeliveryStatus, DeliveryTrigger>('delivery', [
  { from: null, on: 'enqueue', to: 'pending' },
  { from: null, on: 'hold', to: 'held' },
  // Its endpoint was deleted after the event, and before anybody looked at it.
  { from: null, on: 'cancel', to: 'cancelled' },
  { from: 'pending', on: 'hold', to: 'held' },
  { from: 'retrying', on: 'hold', to: 'held' },
  { from: 'pending', on: 'cancel', to: 'cancelled' },
  { from: 'retrying', on: 'cancel', to: 'cancelled' },
  { from: 'held', on: 'cancel', to: 'cancelled' },
  { from: 'held', on: 'expire', to: 'cancelled' },
  { from: 'pending', on: 'deliver', to: 'delivered' },
  { from: 'retrying', on: 'deliver', to: 'delivered' },
  { from: 'held', on: 'deliver', to: 'delivered' },
  { from: 'cancelled', on: 'deliver', to: 'delivered' },
  { from: 'exhausted', on: 'deliver', to: 'delivered' },
  { from: 'pending', on: 'retry', to: 'retrying' },
  { from: 'retrying', on: 'retry', to: 'retrying' },
  { from: 'pending', on: 'exhaust', to: 'exhausted' },
  { from: 'retrying', on: 'exhaust', to: 'exhausted' },
  // A repeat of what had arrived before failed, or its endpoint was paused or deleted before it was out.
  { from: 'retrying', on: 'restore', to: 'delivered' },
  // What still waits for its first attempt is pending, before and after.
  { from: 'retrying', on: 'resend', to: 'retrying' },
  { from: 'delivered', on: 'resend', to: 'retrying' },
  { from: 'exhausted', on: 'resend', to: 'retrying' },
  { from: 'held', on: 'resend', to: 'retrying' },
  { from: 'cancelled', on: 'resend', to: 'retrying' },
  { from: 'pending', on: 'replay_unsent', to: 'pending' },
  { from: 'retrying', on: 'replay_unsent', to: 'pending' },
  { from: 'held', on: 'replay_unsent', to: 'pending' },
  { from: 'cancelled', on: 'replay_unsent', to: 'pending' },
  { from: 'retrying', on: 'replay_sent', to: 'retrying' },
  { from: 'delivered', on: 'replay_sent', to: 'retrying' },
  { from: 'exhausted', on: 'replay_sent', to: 'retrying' },
  { from: 'held', on: 'replay_sent', to: 'retrying' },
  { from: 'cancelled', on: 'replay_sent', to: 'retrying' },
]);

/** The statuses in which a trigger is possible, as SQL: `'held', 'pending'`. */
export function statusesFrom(trigger: DeliveryTrigger): string {
  return deliveryTransitions
    .from(trigger)
    .map((status) => `'${status}'`)
    .join(', ');
}

/** The status that a trigger leads to, as SQL: `'held'`. */
export function statusAfter(trigger: DeliveryTrigger): string {
  return `'${deliveryTransitions.to(trigger)}'`;
}

/** What is still to be sent, as SQL: what an attempt that fails may leave to be retried. */
export const TO_BE_SENT = statusesFrom('retry');
