import { itHasTransitions } from '../../test/support/status-machine';
import { ITEM_STATUSES, itemTransitions } from './item.transitions';

/** Money contract §19, written out once more: what every trigger makes of every status. */
itHasTransitions(itemTransitions, ITEM_STATUSES, {
  agree: { '': 'matched', missing_here: 'matched', missing_there: 'matched' },
  differ: { '': 'amount_differs', missing_here: 'amount_differs', missing_there: 'amount_differs' },
  shift: { '': 'date_differs', missing_here: 'date_differs', missing_there: 'date_differs' },
  report_only: { '': 'missing_here' },
  book_only: { '': 'missing_there' },
});
