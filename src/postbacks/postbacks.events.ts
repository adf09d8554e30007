import { defineEvents, defineSignal } from '../common/events';
import { EndpointResponse } from './endpoints/endpoint.response';

/** contract §7, Events: what postbacks themselves notify of. */
export const POSTBACK_EVENTS = defineEvents(
  { field: 'endpoint', resource: () => EndpointResponse },
  {
    'endpoint.paused': {
      text: 'Another webhook endpoint of the merchant was paused.',
      example: { status: 'paused', paused_reason: 'gone' },
    },
    ping: {
      text: 'Somebody asked for it, to see whether notifications arrive.',
      example: { status: 'active' },
    },
  },
);

/**
 * It only asks the worker to look at an endpoint: through the outbox a request can do so in its own transaction, without
 * ever talking to the queue.
 */
export const POSTBACK_SIGNALS = defineSignal('postbacks.dispatch');
