import { defineTransitions } from '../common/state-machine';

export const ANTICIPATION_STATUSES = ['pending', 'approved', 'paid', 'refused', 'cancelled'] as const;
export type AnticipationStatus = (typeof ANTICIPATION_STATUSES)[number];

export type AnticipationTrigger =
  'ask' | 'ask_within_bound' | 'approve' | 'refuse' | 'pay' | 'cancel' | 'lose_all';

/** The status machine of money contract §16: `ask_within_bound` is up to what the terms approve by themselves; `lose_all` leaves nothing in it. */
export const anticipationTransitions = defineTransitions<AnticipationStatus, AnticipationTrigger>(
  'anticipation',
  [
    { from: null, on: 'ask_within_bound', to: 'approved' },
    { from: null, on: 'ask', to: 'pending' },
    { from: 'pending', on: 'approve', to: 'approved' },
    { from: 'pending', on: 'refuse', to: 'refused' },
    { from: 'pending', on: 'cancel', to: 'cancelled' },
    { from: 'pending', on: 'lose_all', to: 'cancelled' },
    { from: 'approved', on: 'cancel', to: 'cancelled' },
    { from: 'approved', on: 'lose_all', to: 'cancelled' },
    { from: 'approved', on: 'pay', to: 'paid' },
  ],
);
