import { itHasTransitions } from '../../test/support/status-machine';
import { DESTINATION_STATUSES, destinationTransitions } from './destination.transitions';

/** Money contract §12, Destinations, written out once more: what every trigger makes of every status. */
itHasTransitions(destinationTransitions, DESTINATION_STATUSES, {
  add: { '': 'pending' },
  activate: { pending: 'active' },
  reject: { pending: 'rejected' },
  disable: { active: 'disabled' },
});
