import { QUEUES, type QueueJob } from '../../common/queue';

/**
 * A job for an operation. Within one round it is added once, however often the operation is found due. It needs rounds,
 * because the job of a worker that died keeps its name until the queue notices, long after the operation is due again.
 */
export function operationJob(operationId: string, round: string): QueueJob {
  return {
    queue: QUEUES.charges,
    name: 'operation',
    data: { operationId },
    opts: { jobId: `operation-${operationId}-${round}` },
  };
}
