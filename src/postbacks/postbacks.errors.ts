import { defineErrors } from '../common/errors';
import { MAX_ENDPOINTS } from './endpoints/postback-endpoint.entity';

export const postbackErrors = defineErrors({
  UNKNOWN_EVENT: {
    kind: 'rule',
    message: 'events names a kind that does not exist: see details for the nearest one.',
  },
  TOO_MANY_ENDPOINTS: {
    kind: 'rule',
    message: `A merchant has at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`,
  },
  ENDPOINT_PAUSED: {
    kind: 'conflict',
    message: 'The endpoint is paused. Set its status to active first.',
  },
});
