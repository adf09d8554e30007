/** Every queue of the service. BullMQ allows no colon in a name. */
export const QUEUES = {
  /** One job per call that a provider has to hear; names the merchant and the call. */
  providers: 'providers',
  /** One job per endpoint that has something to send; carries the endpoint's id. */
  postbackDeliveries: 'postback-deliveries',
  /** The same for endpoints that answer slowly or not at all: they wait among themselves. */
  slowPostbacks: 'postback-deliveries-slow',
  /** What happens by the clock, once however many workers run. */
  maintenance: 'maintenance',
} as const;

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

export const QUEUE_NAMES: readonly QueueName[] = Object.values(QUEUES);
