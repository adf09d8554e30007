import { DAY_MS, HOUR_MS } from '../../common';
import type { QueueJob } from '../../common/queue';
import { deliveryTransitions } from '../delivery.transitions';
import { dispatchJob } from '../dispatch-jobs';
import type { DeliveryTarget } from '../endpoints/endpoint.repository';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';
import type { AttemptOutcome, RecordedDelivery } from './attempt.repository';
import type { PostbackDelivery } from './postback-delivery.entity';

/*
 * The last step of a delivery: when the next attempt is made, and by which job. Whether there is one is decided in
 * the statement that records the attempt, on the row as it is then (STATUS_AFTER_ATTEMPT in delivery.repository.ts).
 */

const JITTER = 0.2;
const MAX_RETRY_AFTER_MS = DAY_MS;
/** Retries that are further away than this are left to the sweeper. */
const JOB_WITHIN_MS = HOUR_MS;
const JOB_STEP_MS = 100;

/**
 * The wait before the next attempt in milliseconds, counted from the end of the last one (contract §7, Success).
 * Made are those of the schedule: what resends asked for between takes no place in it. `random` is in [0, 1).
 */
export function nextWaitMs(
  waitsSeconds: readonly number[],
  attemptsMade: number,
  random: number,
  retryAfterMs: number | null,
): number {
  const waitSeconds = waitsSeconds[attemptsMade] ?? waitsSeconds.at(-1) ?? 0;
  const jitteredMs = Math.round(waitSeconds * 1_000 * (1 - JITTER + 2 * JITTER * random));
  // Retry-After may lengthen a wait, never shorten it.
  return Math.max(jitteredMs, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
}

/** A Retry-After header as milliseconds from `now`: seconds or an HTTP date; anything else counts as absent. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  if (!/^[A-Z][a-z]{2}, /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** Has the endpoint served when its next attempts are due: one job for all that fall into the same tenth of a second. */
export function retryJobs(key: EndpointKey, recorded: readonly RecordedDelivery[], now: Date): QueueJob[] {
  const nowMs = now.getTime();
  const moments = recorded.flatMap(({ nextAttemptAt }) =>
    nextAttemptAt !== null && nextAttemptAt.getTime() - nowMs <= JOB_WITHIN_MS
      ? [Math.ceil(nextAttemptAt.getTime() / JOB_STEP_MS)]
      : [],
  );
  return [...new Set(moments)].map((moment) =>
    dispatchJob(key, {
      delayMs: moment * JOB_STEP_MS - nowMs,
      jobId: `retry-${key.endpointId}-${moment}`,
    }),
  );
}

/**
 * Has the endpoint served when its breaker lets an attempt through: one job however often the endpoint is looked at
 * until then. When it gets lost, the sweeper comes by.
 */
export function probeJob(key: EndpointKey, { opensInMs, endpoint }: DeliveryTarget, now: Date): QueueJob {
  const moment = (endpoint.breakerOpenUntil ?? now).getTime();
  return dispatchJob(key, {
    delayMs: opensInMs + JOB_STEP_MS,
    jobId: `probe-${key.endpointId}-${moment}`,
  });
}

/** An attempt that takes longer moves its endpoint to the slow queue, until one is quicker. */
const SLOW_MS = 2_000;

export function isSlow({ durationMs }: AttemptOutcome): boolean {
  return durationMs > SLOW_MS;
}

/** Whether what was to be sent has come to an end: delivered, or not to be sent any more. */
export function isOver({ status }: PostbackDelivery): boolean {
  return !deliveryTransitions.allows(status, 'retry');
}

/** Whether the attempt that was last asked for has ended: nobody is to begin it, and nobody is at it. */
export function isAttempted(delivery: PostbackDelivery, now: Date): boolean {
  const { resendDue, leaseUntil } = delivery;
  if (resendDue) return false;
  // A worker died over it: what is still to be sent is taken by another one.
  return leaseUntil === null || (isOver(delivery) && leaseUntil <= now);
}

/** It may be written with those of other endpoints: nothing follows from it but that its endpoint is well. */
export function isPlainSuccess(outcome: AttemptOutcome): boolean {
  return outcome.succeeded && !outcome.triedNext && !isSlow(outcome);
}
