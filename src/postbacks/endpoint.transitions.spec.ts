import { itHasTransitions } from '../../test/support/status-machine';
import { ENDPOINT_STATUSES, endpointTransitions } from './endpoint.transitions';

/** Specification, Webhook endpoint status, written out once more: what every trigger makes of every status. */
itHasTransitions(endpointTransitions, ENDPOINT_STATUSES, {
  create: { '': 'active' },
  pause: { active: 'paused' },
  activate: { paused: 'active' },
  delete: { active: 'deleted', paused: 'deleted' },
});
