import { Injectable } from '@nestjs/common';
import type { Histogram } from 'prom-client';
import { Metrics } from '../../common/metrics';
import { TxRunner, type Tx } from '../../database';
import { EndpointHealthRepository } from '../endpoints/endpoint-health.repository';
import { type DeliveryTarget, EndpointRepository } from '../endpoints/endpoint.repository';
import { EndpointStatusChanges } from '../endpoints/endpoint-status';
import { type AttemptOutcome, DeliveryRepository, type RecordedDelivery } from './delivery.repository';

/** contract §7, Pause by failure. */
const FAILING_ATTEMPTS = 10;
const FAILING_MS = 5 * 24 * 60 * 60 * 1_000;

/** An attempt that takes longer moves its endpoint to the slow lane, until one is quicker. */
const SLOW_MS = 2_000;

const ATTEMPT_BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Writes what came of attempts, and pauses the endpoint when that is what they mean. Locks the endpoint before its deliveries. */
@Injectable()
export class OutcomeRecorder {
  private readonly attempts: Histogram<'outcome'>;

  constructor(
    private readonly txRunner: TxRunner,
    private readonly deliveries: DeliveryRepository,
    private readonly endpoints: EndpointRepository,
    private readonly health: EndpointHealthRepository,
    private readonly statuses: EndpointStatusChanges,
    metrics: Metrics,
  ) {
    this.attempts = metrics.histogram(
      'repasse_postback_attempt_duration_seconds',
      'Duration of the attempts to deliver notifications, by outcome',
      ATTEMPT_BUCKETS_SECONDS,
      ['outcome'],
    );
  }

  /** Returns the deliveries that were still ours to write, and how the endpoint stands now. */
  async record(
    target: DeliveryTarget,
    outcomes: readonly AttemptOutcome[],
  ): Promise<{ deliveries: RecordedDelivery[]; isOpen: boolean; isHealthy: boolean }> {
    for (const { succeeded, durationMs } of outcomes) {
      this.attempts.observe({ outcome: succeeded ? 'delivered' : 'failed' }, durationMs / 1_000);
    }
    const succeeded = outcomes.some((outcome) => outcome.succeeded);
    const slow = outcomes.some(({ durationMs }) => durationMs > SLOW_MS);
    return this.txRunner.run(async (tx) => {
      const isOpen = await this.health.observe(tx, {
        endpointId: target.endpoint.id,
        failures: succeeded ? 0 : outcomes.length,
        succeeded,
        slow,
        isProbe: target.breaker === 'half_open',
      });
      if (!succeeded || outcomes.some(({ gone }) => gone)) await this.pauseIfMeant(tx, target, outcomes);
      const deliveries = await this.deliveries.record(tx, outcomes);
      return { deliveries, isOpen, isHealthy: succeeded && !slow };
    });
  }

  private async pauseIfMeant(
    tx: Tx,
    target: DeliveryTarget,
    outcomes: readonly AttemptOutcome[],
  ): Promise<void> {
    const endpoint = await this.endpoints.lockAny(tx, target.endpoint.id);
    // An answer of the address that the endpoint had before says nothing about the one that it has now.
    if (endpoint?.url !== target.endpoint.url) return;
    if (outcomes.some(({ gone }) => gone)) {
      await this.statuses.pause(tx, endpoint, 'gone');
      return;
    }
    const lastAt = outcomes.at(-1)?.at.getTime() ?? 0;
    const failsForMs = endpoint.failingSince === null ? 0 : lastAt - endpoint.failingSince.getTime();
    if (endpoint.failedAttempts >= FAILING_ATTEMPTS && failsForMs >= FAILING_MS) {
      await this.statuses.pause(tx, endpoint, 'failing');
    }
  }
}
