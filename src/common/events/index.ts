export {
  type DeclaredEvent,
  type DeclaredEvents,
  defineEvents,
  defineSignal,
  type EventResource,
} from './define-events';
export { eventCatalogue } from './event-catalogue';
