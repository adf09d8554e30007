import { defineTransitions } from '../common/state-machine';

export const RECEIVABLE_STATUSES = ['waiting_funds', 'settled', 'anticipated', 'cancelled'] as const;
export type ReceivableStatus = (typeof RECEIVABLE_STATUSES)[number];

export type ReceivableTrigger =
  'capture' | 'capture_due' | 'settle' | 'anticipate' | 'take_all' | 'give_back';

/**
 * The status machine of money contract §14. `capture_due` is what is due on the day of its capture; `take_all` leaves a net
 * of 0; `give_back` is a refund that failed, or a dispute that was won, of what had taken it all.
 */
export const receivableTransitions = defineTransitions<ReceivableStatus, ReceivableTrigger>('receivable', [
  { from: null, on: 'capture', to: 'waiting_funds' },
  { from: null, on: 'capture_due', to: 'settled' },
  { from: 'waiting_funds', on: 'settle', to: 'settled' },
  { from: 'waiting_funds', on: 'anticipate', to: 'anticipated' },
  { from: 'waiting_funds', on: 'take_all', to: 'cancelled' },
  { from: 'cancelled', on: 'give_back', to: 'waiting_funds' },
]);
