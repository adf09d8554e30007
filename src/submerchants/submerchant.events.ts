import { defineEvents } from '../common/events';
import { SubmerchantResponse } from './submerchant.response';

const MOMENT = '2026-11-20T14:03:27.512Z';

/** contract §7, Events. */
export const SUBMERCHANT_EVENTS = defineEvents(
  { field: 'submerchant', resource: () => SubmerchantResponse },
  {
    'submerchant.pending_review': {
      text: 'A submerchant was submitted for review.',
      example: { status: 'pending_review', submitted_at: MOMENT },
    },
    'submerchant.active': {
      text: 'A submerchant was approved, or reactivated: it can be paid.',
      example: { status: 'active', activated_at: MOMENT },
    },
    'submerchant.rejected': {
      text: 'A submerchant was rejected; its rejection says why.',
      example: { status: 'rejected', reviewed_at: MOMENT },
    },
    'submerchant.resubmission_requested': {
      text: 'A submerchant is open for changes and waits to be submitted again.',
      example: { status: 'pending', reviewed_at: MOMENT },
    },
    'submerchant.suspended': {
      text: 'A submerchant gets no new charges until it is reactivated.',
      example: { status: 'suspended' },
    },
  },
);
