import { itHasTransitions } from '../../../test/support/status-machine';
import { NOTIFICATION_STATUSES, receivedNotificationTransitions } from './received-notification.transitions';

/** What the README of providers says of it, written out once more: what every trigger makes of every status. */
itHasTransitions(receivedNotificationTransitions, NOTIFICATION_STATUSES, {
  receive: { '': 'pending' },
  process: { pending: 'processed' },
  abandon: { pending: 'abandoned' },
});
