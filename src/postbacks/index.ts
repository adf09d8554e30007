export { COUNTED_DELIVERIES } from './delivery-logs/counted-deliveries';
export { deliveryTransitions } from './delivery.transitions';
export { endpointTransitions } from './endpoint.transitions';
export { type JsonSchema, notificationSchema } from './event-types/notification-schema';
export { EventTypeReader } from './event-types/event-type.reader';
export { postbacksFeature } from './postbacks.feature';
export { postbackInvariants } from './postbacks.invariants';
export { checkSignature, FAULT_ADVICE } from './verification/check-signature.rules';
