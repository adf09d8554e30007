import { defineErrors } from '../common/errors';

export const withdrawalErrors = defineErrors({
  DESTINATION_NOT_USABLE: {
    kind: 'conflict',
    message:
      'This wallet has no such destination that can be used now: see its status and usable_from, or name another one.',
  },
  WITHDRAWAL_LIMIT_EXCEEDED: {
    kind: 'rule',
    message: 'The terms do not allow this withdrawal: see details, and GET /v1/withdrawals/options.',
  },
  DUPLICATE_EXTERNAL_ID: {
    kind: 'conflict',
    message: 'Another withdrawal has this external_id. Read it, or name another one.',
  },
});
