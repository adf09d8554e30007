import { Module } from '@nestjs/common';
import { SafeHttpModule } from '../common/safe-http';
import { DatabasePriorityService } from './delivery/database-priority.service';
import { FastDeliveriesProcessor, SlowDeliveriesProcessor } from './delivery/deliveries.processor';
import { DeliveryDispatcherService } from './delivery/delivery-dispatcher.service';
import { DeliveryRepository } from './delivery/delivery.repository';
import { ExpireDeliveriesTask } from './delivery/expire-deliveries.task';
import { FanOutConsumer } from './delivery/fan-out.consumer';
import { PrepareBatchUseCase } from './delivery/prepare-batch.use-case';
import { RecordAttemptsUseCase } from './delivery/record-attempts.use-case';
import { ReplayRepository } from './delivery/replay.repository';
import { SendBatchUseCase } from './delivery/send-batch.use-case';
import { SweepDeliveriesTask } from './delivery/sweep-deliveries.task';
import { EndpointHealthRepository } from './endpoints/endpoint-health.repository';
import { EndpointLifecycle } from './endpoints/endpoint.lifecycle';
import { EndpointRepository } from './endpoints/endpoint.repository';
import { EndpointSecretService } from './endpoints/endpoint-secret.service';
import { EndpointUrlService } from './endpoints/endpoint-url.service';

/** Fan-out and delivery, for the worker process. */
@Module({
  imports: [SafeHttpModule],
  providers: [
    EndpointRepository,
    EndpointHealthRepository,
    EndpointLifecycle,
    EndpointSecretService,
    EndpointUrlService,
    DeliveryRepository,
    ReplayRepository,
    FanOutConsumer,
    DatabasePriorityService,
    PrepareBatchUseCase,
    SendBatchUseCase,
    RecordAttemptsUseCase,
    DeliveryDispatcherService,
    FastDeliveriesProcessor,
    SlowDeliveriesProcessor,
    ExpireDeliveriesTask,
    SweepDeliveriesTask,
  ],
  exports: [FanOutConsumer, SweepDeliveriesTask, ExpireDeliveriesTask],
})
export class PostbacksWorkerModule {}
