import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { SafeHttpModule } from '../common/safe-http';
import { DeliveryLifecycle } from './delivery/delivery.lifecycle';
import { DeliveryRepository } from './delivery/delivery.repository';
import { PostbackEventRepository } from './events/postback-event.repository';
import { EndpointHealthRepository } from './delivery/endpoint-health.repository';
import { DeliveryLogReader } from './delivery-logs/delivery-log.reader';
import { DeliveryLogRepository } from './delivery-logs/delivery-log.repository';
import { DeliveryLogsController } from './delivery-logs/delivery-logs.controller';
import { OperatorDeliveriesController } from './operators/operator-deliveries.controller';
import { OperatorDeliveryReader } from './operators/operator-delivery.reader';
import { OperatorDeliveryRepository } from './operators/operator-delivery.repository';
import { OperatorResendDeliveryUseCase } from './operators/operator-resend-delivery.use-case';
import { PingEndpointUseCase } from './delivery-logs/ping-endpoint.use-case';
import { ReplayDeliveriesUseCase } from './delivery-logs/replay-deliveries.use-case';
import { ResendDeliveryUseCase } from './delivery-logs/resend-delivery.use-case';
import { CreateEndpointUseCase } from './endpoints/create-endpoint.use-case';
import { DeleteEndpointUseCase } from './endpoints/delete-endpoint.use-case';
import { EndpointLifecycle } from './endpoints/endpoint.lifecycle';
import { EndpointReader } from './endpoints/endpoint.reader';
import { EndpointRepository } from './endpoints/endpoint.repository';
import { EndpointSecretService } from './endpoints/endpoint-secret.service';
import { EndpointUrlService } from './endpoints/endpoint-url.service';
import { EndpointsController } from './endpoints/endpoints.controller';
import { RegenerateSecretUseCase } from './endpoints/regenerate-secret.use-case';
import { UpdateEndpointUseCase } from './endpoints/update-endpoint.use-case';
import { EventTypesController } from './event-types/event-types.controller';
import { EventTypeReader } from './event-types/event-type.reader';
import { OperatorEndpointReader } from './operators/operator-endpoint.reader';
import { OperatorEndpointRepository } from './operators/operator-endpoint.repository';
import { OperatorEndpointStatusUseCase } from './operators/operator-endpoint-status.use-case';
import { OperatorEndpointsController } from './operators/operator-endpoints.controller';
import { OperatorReplayDeliveriesUseCase } from './operators/operator-replay-deliveries.use-case';
import { DeliveryAnswersService } from './outcomes/delivery-answers.service';
import { ReplayRepository } from './replays/replay.repository';
import { VerificationController } from './verification/verification.controller';
import { VerifySignatureUseCase } from './verification/verify-signature.use-case';

/** Webhook endpoints and the delivery log, for the API process. Nothing here sends or talks to the queue. */
@Module({
  imports: [AuthModule, SafeHttpModule],
  controllers: [
    EndpointsController,
    DeliveryLogsController,
    OperatorDeliveriesController,
    OperatorEndpointsController,
    EventTypesController,
    VerificationController,
  ],
  providers: [
    EndpointRepository,
    EndpointHealthRepository,
    EndpointReader,
    EndpointLifecycle,
    EndpointSecretService,
    EndpointUrlService,
    CreateEndpointUseCase,
    UpdateEndpointUseCase,
    DeleteEndpointUseCase,
    RegenerateSecretUseCase,
    DeliveryRepository,
    PostbackEventRepository,
    DeliveryLifecycle,
    ReplayRepository,
    DeliveryLogRepository,
    DeliveryLogReader,
    ResendDeliveryUseCase,
    ReplayDeliveriesUseCase,
    PingEndpointUseCase,
    DeliveryAnswersService,
    OperatorDeliveryRepository,
    OperatorDeliveryReader,
    OperatorResendDeliveryUseCase,
    OperatorEndpointRepository,
    OperatorEndpointReader,
    OperatorEndpointStatusUseCase,
    OperatorReplayDeliveriesUseCase,
    EventTypeReader,
    VerifySignatureUseCase,
  ],
})
export class PostbacksModule {}
