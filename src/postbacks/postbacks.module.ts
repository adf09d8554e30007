import { Module } from '@nestjs/common';
import { SafeHttpModule } from '../common/safe-http';
import { DeliveryHolding } from './delivery/delivery-holding';
import { DeliveryRepository } from './delivery/delivery.repository';
import { DeliveryLogRepository } from './delivery-logs/delivery-log.repository';
import { DeliveryLogsController } from './delivery-logs/delivery-logs.controller';
import { PingEndpoint } from './delivery-logs/ping-endpoint';
import { ReplayDeliveries } from './delivery-logs/replay-deliveries';
import { ResendDelivery } from './delivery-logs/resend-delivery';
import { ChangeEndpoint } from './endpoints/change-endpoint';
import { CreateEndpoint } from './endpoints/create-endpoint';
import { ReplayRepository } from './delivery/replay.repository';
import { EndpointHealthRepository } from './endpoints/endpoint-health.repository';
import { EndpointRepository } from './endpoints/endpoint.repository';
import { EndpointSecrets } from './endpoints/endpoint-secrets';
import { EndpointStatusChanges } from './endpoints/endpoint-status';
import { EndpointUrls } from './endpoints/endpoint-urls';
import { EndpointsController } from './endpoints/endpoints.controller';
import { EventTypesController } from './event-types/event-types.controller';
import { ResourceSchemas } from './event-types/resource-schemas';
import { AllDeliveries } from './inspection/all-deliveries';
import { DeliverySearch } from './inspection/delivery-search';
import { VerificationController } from './verification/verification.controller';
import { VerifySignature } from './verification/verify-signature';

/** Webhook endpoints and the delivery log, for the API process. Nothing here sends or talks to the queue. */
@Module({
  imports: [SafeHttpModule],
  controllers: [EndpointsController, DeliveryLogsController, EventTypesController, VerificationController],
  providers: [
    EndpointRepository,
    EndpointSecrets,
    EndpointUrls,
    EndpointStatusChanges,
    CreateEndpoint,
    ChangeEndpoint,
    DeliveryHolding,
    DeliveryRepository,
    EndpointHealthRepository,
    ReplayRepository,
    DeliveryLogRepository,
    AllDeliveries,
    DeliverySearch,
    ResendDelivery,
    ReplayDeliveries,
    PingEndpoint,
    ResourceSchemas,
    VerifySignature,
  ],
  exports: [DeliveryLogRepository, AllDeliveries, ResendDelivery],
})
export class PostbacksModule {}
