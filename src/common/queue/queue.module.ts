import { BullModule } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import { AppConfig } from '../../config';
import { HealingWorker } from './healing-worker';
import { JobQueues } from './job-queues';
import { QueueBackend } from './queue-backend';
import { QUEUE_NAMES } from './queue-names';
import { QuietQueue } from './quiet-queue';

BullModule.queueClass = QuietQueue;
BullModule.workerClass = HealingWorker;

@Module({ providers: [QueueBackend], exports: [QueueBackend] })
class QueueBackendModule {}

/** The queues, on the back end that the configuration chooses. Only the worker process imports it: no request waits for a queue. */
@Global()
@Module({
  imports: [
    BullModule.forRootAsync({
      imports: [QueueBackendModule],
      inject: [AppConfig, QueueBackend],
      useFactory: (config: AppConfig, { connection }: QueueBackend) => ({
        connection,
        prefix: config.queue.prefix,
        skipVersionCheck: true,
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
