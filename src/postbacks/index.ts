export { DeliverySweeper } from './delivery/delivery-sweeper';
export { DeliveryLogListQuery } from './delivery-logs/delivery-log-list.query';
export {
  DeliveryLogDetailResponse,
  DeliveryLogResponse,
  toDeliveryLogDetailResponse,
  toDeliveryLogResponse,
} from './delivery-logs/delivery-log.response';
export { ResendDelivery } from './delivery-logs/resend-delivery';
export { deliveryInvariants } from './delivery/delivery.invariants';
export { PostbackRetention } from './delivery/postback-retention';
export { type JsonSchema, notificationSchema } from './event-types/notification-schema';
export { ResourceSchemas } from './event-types/resource-schemas';
export { AllDeliveries, type DeliveryDestination } from './inspection/all-deliveries';
export { postbackErrors } from './postbacks.errors';
export { PostbacksModule } from './postbacks.module';
export { checkSignature, FAULT_ADVICE } from './verification/check-signature';
export { postbacksFeature } from './postbacks.feature';
