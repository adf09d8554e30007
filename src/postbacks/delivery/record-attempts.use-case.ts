import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Histogram } from 'prom-client';
import { DAY_MS, errorMessage } from '../../common';
import { BoundedLogger } from '../../common/logging';
import { Metrics } from '../../common/metrics';
import { Grouped, type Tx, TxRunner } from '../../database';
import { EndpointLifecycle } from '../endpoints/endpoint.lifecycle';
import { EndpointRepository } from '../endpoints/endpoint.repository';
import type { PausedReason } from '../endpoints/postback-endpoint.entity';
import { DatabasePriorityService } from './database-priority.service';
import { type AttemptOutcome, DeliveryRepository, type RecordedDelivery } from './delivery.repository';
import { EndpointHealthRepository, NOTHING_NEW, type Observed } from './endpoint-health.repository';
import type { Batch } from './prepare-batch.use-case';

/** contract §7, Pause by failure. */
const FAILING_ATTEMPTS = 10;
const FAILING_MS = 5 * DAY_MS;

/** An attempt that takes longer moves its endpoint to the slow queue, until one is quicker. */
const SLOW_MS = 2_000;

/**
 * An outcome is worth some patience: of an attempt that the database does not hear of, the receiver gets another one.
 * So often it is tried, each wait twice the one before: over a minute in all.
 */
const MAX_WRITES = 11;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 30_000;

/** Many endpoints that fail at the same moment are still to be read. */
const LINES_A_MINUTE = 60;

/** Successes of whatever endpoints in one write (decision 0054); whoever has more to say is in no such group. */
const GROUP = { atOnce: 2, size: 200, waiting: Infinity };

const ATTEMPT_BUCKETS_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** An attempt that says nothing of its endpoint but that all is well, and the batch that it is of. */
interface Success {
  readonly batch: Batch;
  readonly outcome: AttemptOutcome;
}

/** Writes what came of attempts, and pauses the endpoint when that is what they mean. */
@Injectable()
export class RecordAttemptsUseCase {
  private readonly logger = new Logger(RecordAttemptsUseCase.name);
  private readonly lines = new BoundedLogger(this.logger, LINES_A_MINUTE);
  private readonly attempts: Histogram<'outcome'>;
  private readonly successes = new Grouped<Success, RecordedDelivery | null>(GROUP, (group) =>
    this.writeSuccesses(group),
  );

  constructor(
    private readonly txRunner: TxRunner,
    private readonly database: DatabasePriorityService,
    private readonly deliveries: DeliveryRepository,
    private readonly endpoints: EndpointRepository,
    private readonly health: EndpointHealthRepository,
    private readonly lifecycle: EndpointLifecycle,
    metrics: Metrics,
  ) {
    this.attempts = metrics.histogram(
      'repasse_postback_attempt_duration_seconds',
      'Duration of the attempts to deliver notifications, by outcome',
      ATTEMPT_BUCKETS_SECONDS,
      ['outcome'],
    );
  }

  /**
   * Writes a success that is nothing but that (isPlainSuccess) with those of other endpoints: one transaction for all that come
   * meanwhile. Null when the row had gone to another worker. What makes the group fail may have nothing to do with this one:
   * then it is for `execute`.
   */
  async executeTogether(batch: Batch, outcome: AttemptOutcome): Promise<RecordedDelivery | null> {
    const written = await this.successes.run({ batch, outcome });
    this.observe([outcome]);
    return written;
  }

  /** In one transaction. Returns what was still ours to write. */
  async execute(batch: Batch, outcomes: readonly AttemptOutcome[]): Promise<Recorded> {
    this.observe(outcomes);
    const succeeded = outcomes.some((outcome) => outcome.succeeded);
    const slow = outcomes.some(isSlow);
    const { endpointId } = batch.key;
    const recorded = await this.untilWritten(endpointId, () =>
      this.database.run(endpointId, () =>
        this.txRunner.run((tx) => this.write(tx, batch, outcomes, { succeeded, slow })),
      ),
    );
    this.tell(endpointId, outcomes, recorded);
    this.database.remember(endpointId, succeeded && !slow);
    return recorded;
  }

  private observe(outcomes: readonly AttemptOutcome[]): void {
    for (const { succeeded, durationMs } of outcomes) {
      this.attempts.observe({ outcome: succeeded ? 'delivered' : 'failed' }, durationMs / 1_000);
    }
  }

  /** Locks the endpoints before their deliveries: as everywhere. */
  private async writeSuccesses(group: readonly Success[]): Promise<(RecordedDelivery | null)[]> {
    const endpoints = new Map(group.map(({ batch: { key } }) => [key.endpointId, key]));
    const [ended, recorded] = await this.database.runFirst(() =>
      this.txRunner.run(
        async (tx) =>
          [
            await this.health.endAccounts(tx, [...endpoints.values()], false),
            await this.deliveries.record(
              tx,
              group.map(({ outcome }) => outcome),
            ),
          ] as const,
      ),
    );
    for (const endpointId of endpoints.keys()) {
      this.tell(endpointId, [], { observed: ended.get(endpointId) ?? NOTHING_NEW, pausedReason: null });
      this.database.remember(endpointId, true);
    }
    const byId = new Map(recorded.map((each) => [each.id, each]));
    return group.map(({ outcome: { id } }) => byId.get(id) ?? null);
  }

  /** Whether a failed write was committed is unknown: then the deliveries are not changed again. */
  private async untilWritten(endpointId: string, write: () => Promise<Recorded>): Promise<Recorded> {
    for (let writes = 1; ; writes += 1) {
      try {
        return await write();
      } catch (error) {
        if (writes === MAX_WRITES) throw error;
        this.logger.warn(`endpoint ${endpointId}: outcomes wait to be written: ${errorMessage(error)}`);
        await sleep(Math.min(FIRST_WAIT_MS * 2 ** (writes - 1), LONGEST_WAIT_MS));
      }
    }
  }

  /** A line when an endpoint begins to fail, one each time the breaker opens, one when all is well again: no more. */
  private tell(
    endpointId: string,
    outcomes: readonly AttemptOutcome[],
    { observed, pausedReason }: Omit<Recorded, 'deliveries'>,
  ): void {
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

  /** Locks the endpoint before its deliveries: as everywhere. */
  private async write(
    tx: Tx,
    batch: Batch,
    outcomes: readonly AttemptOutcome[],
    { succeeded, slow }: { succeeded: boolean; slow: boolean },
  ): Promise<Recorded> {
    const observed = await this.health.observe(tx, {
      endpoint: batch.key,
      failures: succeeded ? 0 : outcomes.length,
      succeeded,
      slow,
      isProbe: batch.target.breaker === 'half_open',
    });
    if (outcomes.some((outcome) => outcome.succeeded && outcome.triedNext)) await this.endPrevious(tx, batch);
    const mayPause = !succeeded || outcomes.some(({ gone }) => gone);
    const pausedReason = mayPause ? await this.pauseIfMeant(tx, batch, outcomes) : null;
    return { deliveries: await this.deliveries.record(tx, outcomes), observed, pausedReason };
  }

  /** What was tried may be another secret than the newest by now: then nothing is known of that one. */
  private async endPrevious(tx: Tx, { key, target }: Batch): Promise<void> {
    const endpoint = await this.endpoints.lockIfPresent(tx, key);
    if (endpoint?.signWith !== 'previous' || endpoint.secretBox !== target.endpoint.secretBox) return;
    await this.lifecycle.signWithNew(tx, endpoint);
  }

  private async pauseIfMeant(
    tx: Tx,
    { key, target }: Batch,
    outcomes: readonly AttemptOutcome[],
  ): Promise<PausedReason | null> {
    const endpoint = await this.endpoints.lockIfPresent(tx, key);
    // An answer of the address that the endpoint had before says nothing about the one that it has now.
    if (endpoint?.url !== target.endpoint.url || endpoint.status === 'paused') return null;
    if (outcomes.some(({ gone }) => gone)) {
      await this.lifecycle.pause(tx, endpoint, 'gone');
      return 'gone';
    }
    const lastAt = outcomes.at(-1)?.at.getTime() ?? 0;
    const failsForMs = endpoint.failingSince === null ? 0 : lastAt - endpoint.failingSince.getTime();
    if (endpoint.failedAttempts < FAILING_ATTEMPTS || failsForMs < FAILING_MS) return null;
    await this.lifecycle.pause(tx, endpoint, 'failing');
    return 'failing';
  }
}

/** The deliveries that were still ours to write, and whether nothing more may be sent for now. */
export interface Recorded {
  readonly deliveries: readonly RecordedDelivery[];
  readonly observed: Observed;
  /** Why the endpoint was paused now. */
  readonly pausedReason: PausedReason | null;
}

/** It may be written with those of other endpoints: nothing follows from it but that its endpoint is well. */
export function isPlainSuccess(outcome: AttemptOutcome): boolean {
  return outcome.succeeded && !outcome.triedNext && !isSlow(outcome);
}

function isSlow({ durationMs }: AttemptOutcome): boolean {
  return durationMs > SLOW_MS;
}
