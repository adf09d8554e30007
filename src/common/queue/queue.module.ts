import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import { AppConfig } from '../../config';
import { HealingWorker } from './healing-worker';
import { JobQueues } from './job-queues';
import { selectQueueBackend } from './queue-backend';
import { QUEUE_NAMES } from './queue-names';

BullModule.workerClass = HealingWorker;

/** The queues, on the back end that the configuration chooses. Only the worker process imports it: no request waits for a queue. */
@Global()
@Module({
  imports: [
    BullModule.forRootAsync({
      inject: [AppConfig],
      useFactory: (config: AppConfig) => ({
        connection: {
          ...selectQueueBackend(config),
          ...(config.redis !== null && { enableOfflineQueue: false }),
        },
        prefix: config.queue.prefix,
        // A finished job that is kept would make adding the same id do nothing, silently.
        defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
      }),
    }),
    BullModule.registerQueue(...QUEUE_NAMES.map((name) => ({ name }))),
  ],
  providers: [JobQueues],
  exports: [JobQueues, BullModule],
})
export class QueueModule {}
