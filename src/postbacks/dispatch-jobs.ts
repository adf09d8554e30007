import { isUuid } from '../common';
import type { NewOutboxEvent } from '../common/outbox';
import { QUEUES, type QueueJob } from '../common/queue';
import type { EndpointKey } from './endpoints/postback-endpoint.entity';
import { POSTBACK_SIGNALS } from './postbacks.events';

export const DISPATCH = POSTBACK_SIGNALS['postbacks.dispatch'];

export function dispatchEvent({ merchantId, endpointId }: EndpointKey, occurredAt: Date): NewOutboxEvent {
  return { event: DISPATCH, merchantId, resourceId: endpointId, payload: {}, occurredAt };
}

/** Which of the two queues an endpoint is served from: each has its own limit, so that slow endpoints never fill the fast one. */
export type Speed = 'fast' | 'slow';

/** Endpoints that one job names: a worker takes jobs one after the other, however many each names. */
const ENDPOINTS_A_JOB = 50;

/** What a job of the deliveries carries. */
export interface DispatchData {
  readonly endpoints?: unknown;
}

/** The job that makes a worker send what is due to an endpoint. One too many does no harm, nor one in the wrong queue. */
export function dispatchJob(key: EndpointKey, opts?: QueueJob['opts'], speed: Speed = 'fast'): QueueJob {
  const queue = speed === 'fast' ? QUEUES.postbackDeliveries : QUEUES.slowPostbacks;
  return job(queue, [key], opts);
}

/** The same for many endpoints in few jobs. They have no ids: one that a killed worker holds must not stand for the next. */
export function dispatchJobs(keys: readonly EndpointKey[]): QueueJob[] {
  const jobs = Math.ceil(keys.length / ENDPOINTS_A_JOB);
  return Array.from({ length: jobs }, (_, index) => {
    const from = index * ENDPOINTS_A_JOB;
    return job(QUEUES.postbackDeliveries, keys.slice(from, from + ENDPOINTS_A_JOB));
  });
}

/** The endpoints that a job names; what is no key of one is left out. */
export function endpointsOf({ endpoints }: DispatchData): EndpointKey[] {
  if (!Array.isArray(endpoints)) return [];
  return endpoints.flatMap((text: unknown) => {
    const [merchantId, endpointId, ...rest] = typeof text === 'string' ? text.split('/') : [];
    return isUuid(merchantId) && isUuid(endpointId) && rest.length === 0 ? [{ merchantId, endpointId }] : [];
  });
}

function job(queue: QueueJob['queue'], keys: readonly EndpointKey[], opts?: QueueJob['opts']): QueueJob {
  const endpoints = keys.map(({ merchantId, endpointId }) => `${merchantId}/${endpointId}`);
  const made = { queue, name: 'deliver', data: { endpoints } };
  return opts === undefined ? made : { ...made, opts };
}
