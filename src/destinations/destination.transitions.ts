import { defineTransitions } from '../common/state-machine';

export const DESTINATION_STATUSES = ['pending', 'active', 'rejected', 'disabled'] as const;
export type DestinationStatus = (typeof DESTINATION_STATUSES)[number];

export type DestinationTrigger = 'add' | 'activate' | 'reject' | 'disable';

/** The status machine of money contract §12, Destinations: the provider activates or rejects, the merchant or a failed withdrawal disables. */
export const destinationTransitions = defineTransitions<DestinationStatus, DestinationTrigger>(
  'destination',
  [
    { from: null, on: 'add', to: 'pending' },
    { from: 'pending', on: 'activate', to: 'active' },
    { from: 'pending', on: 'reject', to: 'rejected' },
    { from: 'active', on: 'disable', to: 'disabled' },
  ],
);
