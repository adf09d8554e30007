import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, errorMessage } from '../../common';
import { type Tx, TxRunner } from '../../database';
import { EndpointLifecycle } from '../endpoints/endpoint.lifecycle';
import { EndpointRepository } from '../endpoints/endpoint.repository';
import type { PausedReason } from '../endpoints/postback-endpoint.entity';
import { AttemptReportsService } from './attempt-reports.service';
import { isSlow } from './attempt.rules';
import { DatabasePriorityService } from './database-priority.service';
import { type AttemptOutcome, AttemptRepository, type RecordedDelivery } from './attempt.repository';
import { EndpointHealthRepository, type Observed } from './endpoint-health.repository';
import { addressOf, type Batch } from './prepare-batch.use-case';

/** contract §7, Pause by failure. */
const FAILING_ATTEMPTS = 10;
const FAILING_MS = 5 * DAY_MS;

/**
 * An outcome is worth some patience: of an attempt that the database does not hear of, the receiver gets another one.
 * So often it is tried, each wait twice the one before: over a minute in all.
 */
const MAX_WRITES = 11;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 30_000;

/** Writes what came of attempts, and pauses the endpoint when that is what they mean. */
@Injectable()
export class RecordAttemptsUseCase {
  private readonly logger = new Logger(RecordAttemptsUseCase.name);

  constructor(
    private readonly txRunner: TxRunner,
    private readonly database: DatabasePriorityService,
    private readonly repository: AttemptRepository,
    private readonly endpoints: EndpointRepository,
    private readonly health: EndpointHealthRepository,
    private readonly lifecycle: EndpointLifecycle,
    private readonly reports: AttemptReportsService,
  ) {}

  /** In one transaction. Returns what was still ours to write. */
  async execute(batch: Batch, outcomes: readonly AttemptOutcome[]): Promise<Recorded> {
    this.reports.count(outcomes);
    const succeeded = outcomes.some((outcome) => outcome.succeeded);
    const slow = outcomes.some(isSlow);
    const { endpointId } = batch.key;
    const recorded = await this.untilWritten(endpointId, () =>
      this.database.run(endpointId, () =>
        this.txRunner.run((tx) => this.write(tx, batch, outcomes, { succeeded, slow })),
      ),
    );
    this.reports.tell(endpointId, outcomes, recorded);
    this.database.remember(endpointId, succeeded && !slow);
    return recorded;
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

  /** Locks the endpoint before its deliveries: as everywhere. */
  private async write(
    tx: Tx,
    batch: Batch,
    outcomes: readonly AttemptOutcome[],
    { succeeded, slow }: { succeeded: boolean; slow: boolean },
  ): Promise<Recorded> {
    const observed = await this.health.observe(tx, {
      endpoint: addressOf(batch),
      failures: succeeded ? 0 : outcomes.length,
      succeeded,
      slow,
      isProbe: batch.target.breaker === 'half_open',
    });
    if (outcomes.some((outcome) => outcome.succeeded && outcome.triedNext)) await this.endPrevious(tx, batch);
    const mayPause = !succeeded || outcomes.some(({ gone }) => gone);
    const pausedReason = mayPause ? await this.pauseIfMeant(tx, batch, outcomes) : null;
    return { deliveries: await this.repository.record(tx, outcomes), observed, pausedReason };
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
