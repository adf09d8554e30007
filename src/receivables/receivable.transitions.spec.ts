import { itHasTransitions } from '../../test/support/status-machine';
import { RECEIVABLE_STATUSES, receivableTransitions } from './receivable.transitions';

/** Money contract §14, its table, written out once more: what every trigger makes of every status. */
itHasTransitions(receivableTransitions, RECEIVABLE_STATUSES, {
  capture: { '': 'waiting_funds' },
  capture_due: { '': 'settled' },
  settle: { waiting_funds: 'settled' },
  anticipate: { waiting_funds: 'anticipated' },
  take_all: { waiting_funds: 'cancelled' },
  give_back: { cancelled: 'waiting_funds' },
});
