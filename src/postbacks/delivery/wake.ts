import type { NewOutboxEvent } from '../../common/outbox';
import { QUEUES, type QueueJob } from '../../common/queue';
import { POSTBACK_SIGNALS } from '../postback.events';

export const WAKE = POSTBACK_SIGNALS['postbacks.wake'];

export function wakeEvent(merchantId: string, endpointId: string, occurredAt: Date): NewOutboxEvent {
  return { event: WAKE, merchantId, resourceId: endpointId, payload: {}, occurredAt };
}

/** Which of the two lanes an endpoint is served in: bounded each, so that slow endpoints never fill the fast one. */
export type LaneName = 'fast' | 'slow';

/** Endpoints that one job names: a worker takes jobs one after the other, however much they say. */
const ENDPOINTS_A_JOB = 50;

/** What a job of the deliveries carries. */
export interface WakeData {
  readonly endpointIds?: unknown;
}

/** The job that makes a worker send what is due to an endpoint. One too many does no harm, nor one in the wrong lane. */
export function wakeJob(endpointId: string, opts?: QueueJob['opts'], lane: LaneName = 'fast'): QueueJob {
  const queue = lane === 'fast' ? QUEUES.postbackDeliveries : QUEUES.slowPostbacks;
  return deliver(queue, [endpointId], opts);
}

/** The same for many endpoints in few jobs. They have no ids: one that a killed worker holds must not stand for the next. */
export function wakeJobs(endpointIds: readonly string[]): QueueJob[] {
  const jobs = Math.ceil(endpointIds.length / ENDPOINTS_A_JOB);
  return Array.from({ length: jobs }, (_, index) => {
    const from = index * ENDPOINTS_A_JOB;
    return deliver(QUEUES.postbackDeliveries, endpointIds.slice(from, from + ENDPOINTS_A_JOB));
  });
}

function deliver(
  queue: QueueJob['queue'],
  endpointIds: readonly string[],
  opts?: QueueJob['opts'],
): QueueJob {
  const job = { queue, name: 'deliver', data: { endpointIds } };
  return opts === undefined ? job : { ...job, opts };
}
