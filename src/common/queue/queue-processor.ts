import { WorkerHost } from '@nestjs/bullmq';
import type { BeforeApplicationShutdown, OnModuleDestroy } from '@nestjs/common';

/**
 * Base of every processor. On SIGTERM it first learns that the process stops (so that it begins nothing new),
 * then its worker ends what runs and takes no more jobs, and only afterwards the database connections close.
 */
export abstract class QueueProcessor
  extends WorkerHost
  implements OnModuleDestroy, BeforeApplicationShutdown
{
  protected stopping = false;

  onModuleDestroy(): void {
    this.stopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.close();
  }
}
