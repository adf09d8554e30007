import { defineTransitions } from '../../common/state-machine';

/** `gone`: it left before the end, paid back or settled; `released`: it waits for its day again, nothing was paid. */
export const ITEM_STATES = ['open', 'paid', 'gone', 'released'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export type ItemTrigger = 'add' | 'leave' | 'pay' | 'release';

/**
 * The states of a receivable in an anticipation (money contract §16): `leave` takes it out while the anticipation goes on, `pay` and
 * `release` end all that are left in it together.
 */
export const anticipationItemTransitions = defineTransitions<ItemState, ItemTrigger>('anticipation item', [
  { from: null, on: 'add', to: 'open' },
  { from: 'open', on: 'leave', to: 'gone' },
  { from: 'open', on: 'pay', to: 'paid' },
  { from: 'open', on: 'release', to: 'released' },
]);
