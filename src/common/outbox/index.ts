export { OUTBOX_CONSUMERS, type OutboxConsumer, type RelayedEvent } from './outbox-consumer';
export { EventTraceRepository, type EventTraces } from './event-trace.repository';
export { OutboxBacklog } from './outbox-backlog';
export { OutboxListenerService } from './outbox-listener.service';
export { OutboxModule } from './outbox.module';
export { OutboxRelay } from './outbox.relay';
export { OutboxRepository } from './outbox.repository';
export { DeleteRelayedEventsTask } from './delete-relayed-events.task';
export { lastEvents } from './last-events';
export {
  EVENT_PARAMETERS,
  eventParameters,
  insertEvents,
  Outbox,
  type NewOutboxEvent,
  type OutboxRow,
} from './outbox';
