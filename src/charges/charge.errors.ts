import { defineErrors } from '../common/errors';

export const chargeErrors = defineErrors({
  SUBMERCHANT_NOT_ACTIVE: {
    kind: 'conflict',
    message: 'The submerchant is not active, so nothing can be charged on its behalf yet.',
  },
  RAW_CARD_NOT_ALLOWED: {
    kind: 'rule',
    message: 'A card number is taken in test mode only, and only a published test number. Send card_token.',
  },
  SPLIT_INVALID: { kind: 'rule', message: 'The split rules do not divide the total: see details.' },
  SPLIT_RECIPIENT_INVALID: {
    kind: 'rule',
    message: 'A recipient is neither this merchant nor one of its active submerchants: see details.',
  },
  CAPTURE_EXCEEDS_AUTHORIZED: {
    kind: 'rule',
    message: 'The amount is above what was authorised. Capture at most total_amount.',
  },
  REFUND_EXCEEDS_CAPTURED: {
    kind: 'rule',
    message: 'The amount is above what is left of the capture after the other refunds.',
  },
  REFUND_SPLIT_INVALID: {
    kind: 'rule',
    message:
      'split_refunds must name recipients of this charge, each once, and sum to the refund: see details.',
  },
  REFUND_SPLIT_EXCEEDS_SHARE: {
    kind: 'rule',
    message: 'A recipient would give back more than it still holds of this charge: see details.',
  },
  DISPUTE_OPEN: {
    kind: 'conflict',
    message:
      'A dispute of this charge has no outcome yet, so nothing of it is refunded. Read GET /v1/disputes.',
  },
});
