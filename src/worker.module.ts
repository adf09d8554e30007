import { type DynamicModule, Module } from '@nestjs/common';
import { AuthWorkerModule, SweepLogIns } from './auth';
import { CHARGE_TASKS, ChargeEventsConsumer, ChargesWorkerModule } from './charges';
import { APP_FILTER } from '@nestjs/core';
import { AuditHeadLog } from './common/audit';
import { ErrorFilter, Idempotency } from './common/http';
import {
  OUTBOX_CONSUMERS,
  type OutboxConsumer,
  OutboxRelay,
  OutboxRepository,
  OutboxRetention,
} from './common/outbox';
import {
  QueueModule,
  SCHEDULED_TASKS,
  type ScheduledTask,
  ScheduledTasksProcessor,
  ScheduleKeeper,
} from './common/queue';
import type { AppConfig } from './config';
import { DocumentsWorkerModule, ExpireDocuments } from './documents';
import { CoreModule } from './core.module';
import { DeliverySweeper, FanOutConsumer, PostbackRetention, PostbacksWorkerModule } from './postbacks';
import { RequirementsModule } from './review';

/** The worker process: hands events on, works on charges, sends notifications, keeps the schedules. */
@Module({})
export class WorkerModule {
  static with(config: AppConfig): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        CoreModule.for('worker', config),
        QueueModule,
        ChargesWorkerModule,
        PostbacksWorkerModule,
        RequirementsModule,
        DocumentsWorkerModule,
        AuthWorkerModule,
      ],
      providers: [
        OutboxRepository,
        OutboxRetention,
        AuditHeadLog,
        {
          // In this order, in one transaction: see OutboxConsumer.
          provide: OUTBOX_CONSUMERS,
          inject: [ChargeEventsConsumer, FanOutConsumer],
          useFactory: (...consumers: OutboxConsumer[]) => consumers,
        },
        {
          provide: SCHEDULED_TASKS,
          inject: [
            Idempotency,
            OutboxRetention,
            DeliverySweeper,
            PostbackRetention,
            ExpireDocuments,
            SweepLogIns,
            AuditHeadLog,
            ...CHARGE_TASKS,
          ],
          useFactory: (idempotency: Idempotency, ...tasks: ScheduledTask[]): ScheduledTask[] => [
            idempotencyPurge(idempotency),
            ...tasks,
          ],
        },
        { provide: APP_FILTER, useClass: ErrorFilter },
        OutboxRelay,
        ScheduleKeeper,
        ScheduledTasksProcessor,
      ],
    };
  }
}

/** contract §1: an Idempotency-Key is kept for 24 hours. */
function idempotencyPurge(idempotency: Idempotency): ScheduledTask {
  return {
    name: 'idempotency-purge',
    everyMs: 10 * 60 * 1_000,
    run: async () => {
      await idempotency.purgeExpired();
    },
  };
}
