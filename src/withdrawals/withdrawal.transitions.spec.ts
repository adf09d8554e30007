import { itHasTransitions } from '../../test/support/status-machine';
import { WITHDRAWAL_STATUSES, withdrawalTransitions } from './withdrawal.transitions';

/** Money contract §15, its table, written out once more: what every trigger makes of every status. */
itHasTransitions(withdrawalTransitions, WITHDRAWAL_STATUSES, {
  ask: { '': 'pending' },
  hold_back: { '': 'under_review' },
  approve: { under_review: 'pending' },
  refuse: { under_review: 'failed' },
  cancel: { under_review: 'cancelled', pending: 'cancelled' },
  send: { pending: 'processing' },
  pay: { processing: 'paid' },
  fail: { processing: 'failed' },
  put_off: { processing: 'pending' },
  return_part: { paid: 'partially_returned', partially_returned: 'partially_returned' },
  return_all: { paid: 'returned', partially_returned: 'returned' },
});
