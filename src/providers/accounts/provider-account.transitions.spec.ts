import { itHasTransitions } from '../../../test/support/status-machine';
import { ACCOUNT_STATUSES, providerAccountTransitions } from './provider-account.transitions';

/** What the README of providers says of it, written out once more: what every trigger makes of every status. */
itHasTransitions(providerAccountTransitions, ACCOUNT_STATUSES, {
  add: { '': 'active' },
  disable: { active: 'disabled' },
});
