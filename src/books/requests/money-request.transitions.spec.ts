import { itHasTransitions } from '../../../test/support/status-machine';
import { MONEY_STATUSES, moneyRequestTransitions } from './money-request.transitions';

/** Money contract §20, written out once more: what every trigger makes of every status. */
itHasTransitions(moneyRequestTransitions, MONEY_STATUSES, {
  request: { '': 'waiting' },
  carry_out: { waiting: 'carried_out' },
  withdraw: { waiting: 'withdrawn' },
  expire: { waiting: 'expired' },
});
