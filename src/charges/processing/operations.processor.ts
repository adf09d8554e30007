import { Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { QUEUES, QueueProcessor } from '../../common/queue';
import { OperationRunner } from '../operations/operation-runner';

const OPERATIONS_AT_ONCE = 10;

/** Does operations that are due. A job that comes twice, late or for nothing does no harm. */
@Processor(QUEUES.charges, { concurrency: OPERATIONS_AT_ONCE })
export class OperationsProcessor extends QueueProcessor {
  constructor(private readonly runner: OperationRunner) {
    super();
  }

  override async process(job: Job<{ readonly operationId: string }>): Promise<void> {
    // Not begun here, it stays due: the sweeper hands it to whoever runs then.
    if (!this.stopping) await this.runner.runDue(job.data.operationId);
  }
}
