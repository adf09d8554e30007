import { WorkerHost } from '@nestjs/bullmq';
import {
  type BeforeApplicationShutdown,
  Inject,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DatabaseGate } from '../../database';
import type { HealingWorker } from './healing-worker';

/**
 * Base of every processor. On SIGTERM it first learns that the process stops (so that it begins nothing new),
 * then its worker ends what runs and takes no more jobs, and only afterwards the database connections close.
 */
export abstract class QueueProcessor
  extends WorkerHost<HealingWorker>
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  protected stopping = false;
  /** Not an argument of the constructor: those are the subclasses'. */
  @Inject(DatabaseGate) private readonly database!: DatabaseGate;

  /** Jobs need the rows, and without Redis the queue's own tables: before the migrations there is neither. */
  onApplicationBootstrap(): void {
    void this.database.opened().then((isOpen) => (isOpen ? this.worker.begin() : undefined));
  }

  onModuleDestroy(): void {
    this.stopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.close();
  }
}
