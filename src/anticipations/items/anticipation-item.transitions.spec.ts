import { itHasTransitions } from '../../../test/support/status-machine';
import { anticipationItemTransitions, ITEM_STATES } from './anticipation-item.transitions';

/** Money contract §16, written out once more: what every trigger makes of every state. */
itHasTransitions(anticipationItemTransitions, ITEM_STATES, {
  add: { '': 'open' },
  leave: { open: 'gone' },
  pay: { open: 'paid' },
  release: { open: 'released' },
});
