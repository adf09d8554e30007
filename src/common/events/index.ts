export {
  type DeclaredEvent,
  type DeclaredEvents,
  defineEvents,
  defineSignal,
  type EventResource,
} from './define-events';
export { EVERY_KIND, eventCatalogue, prefixOf } from './event-catalogue';
