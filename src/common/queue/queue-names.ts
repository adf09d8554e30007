/** Every queue of the service. BullMQ allows no colon in a name. */
export const QUEUES = {
  /** Jobs that name endpoints with something to send. */
  postbackDeliveries: 'postback-deliveries',
  /** The same for endpoints that answer slowly or not at all: they wait among themselves. */
  slowPostbacks: 'postback-deliveries-slow',
} as const;

export type QueueName = (typeof QUEUES)[keyof typeof QUEUES];

export const QUEUE_NAMES: readonly QueueName[] = Object.values(QUEUES);
