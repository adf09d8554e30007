import type { Queue } from 'bullmq';
import type { AppConfig } from '../../config';
import { QueueBackend } from './queue-backend';
import { QUEUE_NAMES } from './queue-names';
import { QuietQueue } from './quiet-queue';

/** The queues for somebody who looks at them and neither adds nor takes jobs, over connections of their own. */
export class WatchedQueues {
  readonly queues: readonly Queue[];
  private readonly backend: QueueBackend;

  constructor(config: AppConfig) {
    this.backend = new QueueBackend(config);
    const { connection } = this.backend;
    const settings = { prefix: config.queue.prefix, skipVersionCheck: true, skipMetasUpdate: true };
    this.queues = QUEUE_NAMES.map((name) => new QuietQueue(name, { connection, ...settings }));
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.queues.map((queue) => queue.close()));
    this.backend.onApplicationShutdown();
  }
}
