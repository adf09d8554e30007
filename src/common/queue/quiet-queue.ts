import { Logger } from '@nestjs/common';
import { Queue, type QueueOptions } from 'bullmq';
import { SeldomLogger } from './seldom-logger';

/** A BullMQ queue whose failures are sentences in the log from its first moment: unheard they were stacks on stderr. */
export class QuietQueue extends Queue {
  constructor(name: string, options: QueueOptions) {
    super(name, options);
    const failures = new SeldomLogger(new Logger('Queue'));
    this.on('error', (error: Error) => {
      failures.warn(`queue ${name}: ${error.message}`);
    });
  }
}
