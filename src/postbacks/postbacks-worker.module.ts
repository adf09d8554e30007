import { Module } from '@nestjs/common';
import { SafeHttpModule } from '../common/safe-http';
import { DeliveryHolding } from './delivery/delivery-holding';
import { FastLaneProcessor, SlowLaneProcessor } from './delivery/delivery.processor';
import { DeliveryTurns } from './delivery/delivery-turns';
import { DeliveryRepository } from './delivery/delivery.repository';
import { DeliverySweeper } from './delivery/delivery-sweeper';
import { EndpointDelivery } from './delivery/endpoint-delivery';
import { FanOutConsumer } from './delivery/fan-out.consumer';
import { NotificationSender } from './delivery/notification-sender';
import { OutcomeRecorder } from './delivery/outcome-recorder';
import { PostbackRetention } from './delivery/postback-retention';
import { RetentionRepository } from './delivery/retention.repository';
import { ReplayRepository } from './delivery/replay.repository';
import { EndpointHealthRepository } from './endpoints/endpoint-health.repository';
import { EndpointRepository } from './endpoints/endpoint.repository';
import { EndpointSecrets } from './endpoints/endpoint-secrets';
import { EndpointStatusChanges } from './endpoints/endpoint-status';
import { EndpointUrls } from './endpoints/endpoint-urls';

/** Fan-out and delivery, for the worker process. */
@Module({
  imports: [SafeHttpModule],
  providers: [
    EndpointRepository,
    EndpointSecrets,
    EndpointUrls,
    EndpointStatusChanges,
    DeliveryHolding,
    DeliveryRepository,
    EndpointHealthRepository,
    ReplayRepository,
    FanOutConsumer,
    NotificationSender,
    OutcomeRecorder,
    EndpointDelivery,
    DeliveryTurns,
    FastLaneProcessor,
    SlowLaneProcessor,
    PostbackRetention,
    RetentionRepository,
    DeliverySweeper,
  ],
  exports: [FanOutConsumer, DeliverySweeper, PostbackRetention],
})
export class PostbacksWorkerModule {}
