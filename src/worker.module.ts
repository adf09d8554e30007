import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { gather } from './common/features';
import { ErrorFilter, PendingKeysModule } from './common/http';
import { InvariantsModule } from './common/invariants';
import {
  OUTBOX_CONSUMERS,
  OutboxBacklog,
  type OutboxConsumer,
  OutboxListenerService,
  OutboxRelay,
} from './common/outbox';
import {
  QueueModule,
  SCHEDULED_TASKS,
  type ScheduledTask,
  ScheduledTaskRepository,
  TaskScheduler,
} from './common/queue';
import type { AppConfig } from './config';
import { CoreModule } from './core.module';
import { FEATURES } from './features';

/** The worker process: hands events on, works on charges, sends notifications, keeps the schedules. */
@Module({})
export class WorkerModule {
  static with(config: AppConfig): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        CoreModule.for('worker', config),
        QueueModule,
        InvariantsModule.with(gather(FEATURES, 'invariants')),
        PendingKeysModule.with(gather(FEATURES, 'pendingKeys')),
        ...gather(FEATURES, 'worker'),
      ],
      providers: [
        {
          // In the order of the features, in one transaction: see OutboxConsumer.
          provide: OUTBOX_CONSUMERS,
          inject: gather(FEATURES, 'consumers'),
          useFactory: (...consumers: OutboxConsumer[]) => consumers,
        },
        {
          provide: SCHEDULED_TASKS,
          inject: gather(FEATURES, 'tasks'),
          useFactory: (...tasks: ScheduledTask[]) => tasks,
        },
        { provide: APP_FILTER, useClass: ErrorFilter },
        OutboxRelay,
        OutboxListenerService,
        OutboxBacklog,
        ScheduledTaskRepository,
        TaskScheduler,
      ],
    };
  }
}
