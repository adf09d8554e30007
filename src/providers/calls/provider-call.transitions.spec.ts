import { itHasTransitions } from '../../../test/support/status-machine';
import { CALL_STATUSES, providerCallTransitions } from './provider-call.transitions';

/** Contract §6, Provider calls, written out once more: what every trigger makes of every status. */
itHasTransitions(providerCallTransitions, CALL_STATUSES, {
  create: { '': 'pending' },
  succeed: { pending: 'succeeded' },
  fail: { pending: 'failed' },
});
