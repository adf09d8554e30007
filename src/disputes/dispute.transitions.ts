import { defineTransitions } from '../common/state-machine';

export const DISPUTE_STATUSES = ['open', 'contested', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export type DisputeTrigger = 'open' | 'contest' | 'accept' | 'win' | 'lose';

/** The status machine of money contract §17, Disputes: `win` and `lose` are what the provider says. */
export const disputeTransitions = defineTransitions<DisputeStatus, DisputeTrigger>('dispute', [
  { from: null, on: 'open', to: 'open' },
  { from: 'open', on: 'contest', to: 'contested' },
  { from: 'open', on: 'accept', to: 'lost' },
  { from: 'open', on: 'win', to: 'won' },
  { from: 'open', on: 'lose', to: 'lost' },
  { from: 'contested', on: 'win', to: 'won' },
  { from: 'contested', on: 'lose', to: 'lost' },
]);
