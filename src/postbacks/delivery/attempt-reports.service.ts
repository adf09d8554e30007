import { Injectable, Logger } from '@nestjs/common';
import type { Histogram } from 'prom-client';
import { BoundedLogger } from '../../common/logging';
import { Metrics } from '../../common/metrics';
import type { PausedReason } from '../endpoints/postback-endpoint.entity';
import type { AttemptOutcome } from './attempt.repository';
import type { Observed } from './endpoint-health.repository';

/** Many endpoints that fail at the same moment are still to be read. */
const LINES_A_MINUTE = 60;

const ATTEMPT_BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** What attempts that were written have changed of their endpoint. */
interface Written {
  readonly observed: Observed;
  /** Why the endpoint was paused now. */
  readonly pausedReason: PausedReason | null;
}

/** Tells of attempts: metrics of each, lines of the log of what becomes of their endpoints. */
@Injectable()
export class AttemptReportsService {
  private readonly lines = new BoundedLogger(new Logger(AttemptReportsService.name), LINES_A_MINUTE);
  private readonly attempts: Histogram<'outcome'>;

  constructor(metrics: Metrics) {
    this.attempts = metrics.histogram(
      'repasse_postback_attempt_duration_seconds',
      'Duration of the attempts to deliver notifications, by outcome',
      ATTEMPT_BUCKETS_SECONDS,
      ['outcome'],
    );
  }

  /** In the metrics. */
  count(outcomes: readonly AttemptOutcome[]): void {
    for (const { succeeded, durationMs } of outcomes) {
      this.attempts.observe({ outcome: succeeded ? 'delivered' : 'failed' }, durationMs / 1_000);
    }
  }

  /** A line when an endpoint begins to fail, one each time the breaker opens, one when all is well again: no more. */
  tell(endpointId: string, outcomes: readonly AttemptOutcome[], { observed, pausedReason }: Written): void {
    const { beganToFail, openedForSeconds, failedAttempts, recovered, closed } = observed;
    if (beganToFail) {
      const { id, statusCode, error } = outcomes.at(-1) ?? {};
      this.lines.warn(
        `endpoint ${endpointId}: delivery ${id} failed: ${error ?? `the answer was ${statusCode}`}`,
      );
    }
    if (openedForSeconds !== null) {
      const seconds = Math.round(openedForSeconds);
      this.lines.warn(
        `endpoint ${endpointId}: breaker open for ${seconds} s after ${failedAttempts} failed attempts`,
      );
    }
    if (pausedReason !== null) this.lines.warn(`endpoint ${endpointId}: paused, ${pausedReason}`);
    if (recovered) {
      const breaker = closed ? ', breaker closed' : '';
      this.lines.log(
        `endpoint ${endpointId}: answers again after ${failedAttempts} failed attempts${breaker}`,
      );
    }
  }
}
