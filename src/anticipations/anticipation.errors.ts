import { defineErrors } from '../common/errors';

export const anticipationErrors = defineErrors({
  ANTICIPATION_NOT_ENABLED: {
    kind: 'conflict',
    message: 'The terms of this merchant do not have anticipations: see GET /v1/terms.',
  },
  ANTICIPATION_CHANGED: {
    kind: 'conflict',
    message: 'It would cost more than max_fee now. Simulate it again.',
  },
  NOTHING_TO_ANTICIPATE: {
    kind: 'rule',
    message: 'Nothing of this can be paid early now: see GET /v1/receivables?status=waiting_funds.',
  },
  ANTICIPATION_TOO_LARGE: {
    kind: 'rule',
    message: 'All that can be paid early comes to less than this payout. Simulate it without one.',
  },
});
