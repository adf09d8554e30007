import { defineFeature } from '../common/features';
import { deliveryInvariants } from './delivery/delivery.invariants';
import { DeliverySweeper } from './delivery/delivery-sweeper';
import { FanOutConsumer } from './delivery/fan-out.consumer';
import { PostbackRetention } from './delivery/postback-retention';
import { RotateEndpointSecrets } from './endpoints/rotate-endpoint-secrets';
import { POSTBACK_EVENTS, POSTBACK_SIGNALS } from './postback.events';
import { PostbacksCliModule } from './postbacks-cli.module';
import { PostbacksModule } from './postbacks.module';
import { PostbacksWorkerModule } from './postbacks-worker.module';

export const postbacksFeature = defineFeature({
  name: 'postbacks',
  api: [PostbacksModule],
  worker: [PostbacksWorkerModule],
  commandLine: [PostbacksCliModule],
  invariants: deliveryInvariants,
  tasks: [DeliverySweeper, PostbackRetention],
  consumers: [FanOutConsumer],
  rotations: [RotateEndpointSecrets],
  events: [POSTBACK_EVENTS, POSTBACK_SIGNALS],
});
