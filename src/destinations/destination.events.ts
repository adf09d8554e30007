import { type DeclaredEvent, defineEvents } from '../common/events';
import { DestinationResponse } from './destination.response';
import type { DestinationStatus } from './destination.transitions';

const KEY = { type: 'pix_key', pix_key_type: 'email', pix_key: 'm****@example.com' };

/** Money contract §20, Events. */
export const DESTINATION_EVENTS = defineEvents(
  { field: 'destination', resource: () => DestinationResponse },
  {
    'destination.active': {
      text: 'The provider knows a destination, and it is its owner’s: withdrawals may go there from usable_from on.',
      example: { ...KEY, status: 'active', usable_from: '2026-11-27T14:03:27.512Z' },
    },
    'destination.rejected': {
      text: 'The provider does not know a destination, or it is somebody else’s.',
      example: { ...KEY, status: 'rejected', reason: 'holder_mismatch', is_default: false },
    },
    'destination.disabled': {
      text: 'A destination was deleted, or a withdrawal found it closed.',
      example: { ...KEY, status: 'disabled', reason: 'account_closed', is_default: false },
    },
  },
);

export const EVENT_OF: Readonly<Partial<Record<DestinationStatus, DeclaredEvent>>> = {
  active: DESTINATION_EVENTS['destination.active'],
  rejected: DESTINATION_EVENTS['destination.rejected'],
  disabled: DESTINATION_EVENTS['destination.disabled'],
};
