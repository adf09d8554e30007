import { defineFeature } from '../common/features';
import { FoldDeliveryCountsTask } from './delivery-logs/fold-delivery-counts.task';
import { SweepDeliveriesTask } from './dispatch/sweep-deliveries.task';
import { RotateEndpointSecretsUseCase } from './endpoints/rotate-endpoint-secrets.use-case';
import { ExpireDeliveriesTask } from './expire-deliveries.task';
import { FanOutConsumer } from './fan-out/fan-out.consumer';
import { DELIVERY } from './outcomes/delivery-answers.service';
import { POSTBACK_EVENTS, POSTBACK_SIGNALS } from './postbacks.events';
import { postbackInvariants } from './postbacks.invariants';
import { PostbacksModule } from './postbacks.module';
import { PostbacksCliModule } from './postbacks-cli.module';
import { PostbacksWorkerModule } from './postbacks-worker.module';

export const postbacksFeature = defineFeature({
  name: 'postbacks',
  api: [PostbacksModule],
  worker: [PostbacksWorkerModule],
  commandLine: [PostbacksCliModule],
  invariants: postbackInvariants,
  tasks: [SweepDeliveriesTask, ExpireDeliveriesTask, FoldDeliveryCountsTask],
  pendingKeys: [DELIVERY],
  consumers: [FanOutConsumer],
  rotations: [RotateEndpointSecretsUseCase],
  events: [POSTBACK_EVENTS, POSTBACK_SIGNALS],
});
