import { QUEUES, type QueueJob } from '../../common/queue';
import type { CallRef } from './provider-call.types';

/**
 * A job for a call. Within one round it is added once, however often the call is found due. It needs rounds, because
 * the job of a worker that died keeps its name until the queue notices, long after the call is due again.
 */
export function providerCallJob({ merchantId, id }: CallRef, round: string): QueueJob {
  return {
    queue: QUEUES.providers,
    name: 'call',
    data: { merchantId, id },
    opts: { jobId: `call-${id}-${round}` },
  };
}
