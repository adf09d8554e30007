import { defineErrors } from '../common/errors';

export const disputeErrors = defineErrors({
  RESPONSE_TOO_LATE: {
    kind: 'conflict',
    message: 'The time in which this dispute could be contested is over: see respond_by.',
  },
});
