import { itHasTransitions } from '../../test/support/status-machine';
import {
  DELIVERY_STATUSES,
  deliveryTransitions,
  statusAfter,
  statusesFrom,
  TO_BE_SENT,
} from './delivery.transitions';

/** Contract §7, written out once more: what every trigger makes of every status. */
itHasTransitions(deliveryTransitions, DELIVERY_STATUSES, {
  enqueue: { '': 'pending' },
  hold: { '': 'held', pending: 'held', retrying: 'held' },
  cancel: { '': 'cancelled', pending: 'cancelled', retrying: 'cancelled', held: 'cancelled' },
  expire: { held: 'cancelled' },
  deliver: {
    pending: 'delivered',
    retrying: 'delivered',
    held: 'delivered',
    cancelled: 'delivered',
    exhausted: 'delivered',
  },
  retry: { pending: 'retrying', retrying: 'retrying' },
  exhaust: { pending: 'exhausted', retrying: 'exhausted' },
  restore: { retrying: 'delivered' },
  resend: {
    retrying: 'retrying',
    delivered: 'retrying',
    exhausted: 'retrying',
    held: 'retrying',
    cancelled: 'retrying',
  },
  replay_unsent: { pending: 'pending', retrying: 'pending', held: 'pending', cancelled: 'pending' },
  replay_sent: {
    retrying: 'retrying',
    delivered: 'retrying',
    exhausted: 'retrying',
    held: 'retrying',
    cancelled: 'retrying',
  },
});

it('gives statements over many rows their statuses', () => {
  expect(statusesFrom('cancel')).toBe(`'pending', 'retrying', 'held'`);
  expect(statusAfter('expire')).toBe(`'cancelled'`);
  // As the partial index on what is due spells it.
  expect(TO_BE_SENT).toBe(`'pending', 'retrying'`);
});
