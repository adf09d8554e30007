import { defineFeature } from '../common/features';
import { ExpireDeliveriesTask } from './delivery/expire-deliveries.task';
import { FanOutConsumer } from './delivery/fan-out.consumer';
import { SweepDeliveriesTask } from './delivery/sweep-deliveries.task';
import { RotateEndpointSecretsUseCase } from './endpoints/rotate-endpoint-secrets.use-case';
import { PostbacksCliModule } from './postbacks-cli.module';
import { POSTBACK_EVENTS, POSTBACK_SIGNALS } from './postbacks.events';
import { postbackInvariants } from './postbacks.invariants';
import { PostbacksModule } from './postbacks.module';
import { PostbacksWorkerModule } from './postbacks-worker.module';

export const postbacksFeature = defineFeature({
  name: 'postbacks',
  api: [PostbacksModule],
  worker: [PostbacksWorkerModule],
  commandLine: [PostbacksCliModule],
  invariants: postbackInvariants,
  tasks: [SweepDeliveriesTask, ExpireDeliveriesTask],
  consumers: [FanOutConsumer],
  rotations: [RotateEndpointSecretsUseCase],
  events: [POSTBACK_EVENTS, POSTBACK_SIGNALS],
});
