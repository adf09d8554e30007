import { Module } from '@nestjs/common';
import { SafeHttpModule } from '../common/safe-http';
import { DatabasePriorityService } from './delivery/database-priority.service';
import { DeliveryRepository } from './delivery/delivery.repository';
import { PostbackEventRepository } from './events/postback-event.repository';
import { PrepareBatchUseCase } from './delivery/prepare-batch.use-case';
import { AttemptRepository } from './delivery/attempt.repository';
import { AttemptReportsService } from './delivery/attempt-reports.service';
import { RecordAttemptsUseCase } from './delivery/record-attempts.use-case';
import { RecordSuccessUseCase } from './delivery/record-success.use-case';
import { SendBatchUseCase } from './delivery/send-batch.use-case';
import { EndpointHealthRepository } from './delivery/endpoint-health.repository';
import { DeliveryLogRepository } from './delivery-logs/delivery-log.repository';
import { FoldDeliveryCountsTask } from './delivery-logs/fold-delivery-counts.task';
import { DeliveryTracesService } from './delivery-traces.service';
import { FastDeliveriesProcessor, SlowDeliveriesProcessor } from './dispatch/deliveries.processor';
import { DeliveryBacklogService } from './dispatch/delivery-backlog.service';
import { DeliveryDispatcherService } from './dispatch/delivery-dispatcher.service';
import { OverdueRepository } from './dispatch/overdue.repository';
import { SweepDeliveriesTask } from './dispatch/sweep-deliveries.task';
import { EndpointLifecycle } from './endpoints/endpoint.lifecycle';
import { EndpointRepository } from './endpoints/endpoint.repository';
import { EndpointSecretService } from './endpoints/endpoint-secret.service';
import { EndpointUrlService } from './endpoints/endpoint-url.service';
import { ExpireDeliveriesTask } from './expire-deliveries.task';
import { FanOutConsumer } from './fan-out/fan-out.consumer';
import { SubscriberRepository } from './fan-out/subscriber.repository';
import { ReplayRepository } from './replays/replay.repository';

/** Fan-out and delivery, for the worker process. */
@Module({
  imports: [SafeHttpModule],
  providers: [
    EndpointRepository,
    EndpointHealthRepository,
    EndpointLifecycle,
    EndpointSecretService,
    EndpointUrlService,
    SubscriberRepository,
    DeliveryRepository,
    PostbackEventRepository,
    ReplayRepository,
    FanOutConsumer,
    DatabasePriorityService,
    PrepareBatchUseCase,
    SendBatchUseCase,
    AttemptRepository,
    DeliveryTracesService,
    AttemptReportsService,
    RecordAttemptsUseCase,
    RecordSuccessUseCase,
    DeliveryDispatcherService,
    OverdueRepository,
    DeliveryBacklogService,
    FastDeliveriesProcessor,
    SlowDeliveriesProcessor,
    DeliveryLogRepository,
    ExpireDeliveriesTask,
    FoldDeliveryCountsTask,
    SweepDeliveriesTask,
  ],
  exports: [FanOutConsumer, SweepDeliveriesTask, ExpireDeliveriesTask, FoldDeliveryCountsTask],
})
export class PostbacksWorkerModule {}
