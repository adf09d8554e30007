import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common';
import { JobQueues } from '../../common/queue';
import { AppConfig } from '../../config';
import { type Tx, TxRunner } from '../../database';
import { EndpointHealthRepository } from '../endpoints/endpoint-health.repository';
import { type DeliveryTarget, EndpointRepository } from '../endpoints/endpoint.repository';
import { BatchedRecorder } from './batched-recorder';
import { type ClaimedDelivery, DeliveryRepository, type RecordedDelivery } from './delivery.repository';
import type { RoundResult } from './endpoint-lanes';
import { NotificationSender, type SigningSecrets } from './notification-sender';
import { OutcomeRecorder } from './outcome-recorder';
import { PriorityGate } from './priority-gate';
import { ReplayRepository } from './replay.repository';
import { type LaneName, wakeJob } from './wake';

/** How many deliveries of one endpoint are taken at once, and how many requests of this process it gets at a time. */
interface Share {
  readonly chunk: number;
  readonly atOnce: number;
}

const HEALTHY: Share = { chunk: 50, atOnce: 10 };
/** One that has not answered here yet: as many requests as open its breaker, until it is known whether it does. */
const UNKNOWN: Share = { chunk: 10, atOnce: 5 };
/** An endpoint whose last attempts failed is asked gently, and holds little of this process while it does not answer. */
const FAILING: Share = { chunk: 4, atOnce: 2 };
/** The one attempt after which an open breaker closes, or opens again for longer. */
const PROBE: Share = { chunk: 1, atOnce: 1 };

/** A chunk begins no further request after this time: the lease covers it and one whole request. */
const BEGIN_WITHIN_MS = 10_000;
const LEASE_MARGIN_MS = 5_000;
/** Retries that are further away than this are left to the sweeper. */
const WAKE_WITHIN_MS = 60 * 60 * 1_000;
const WAKE_STEP_MS = 100;
const MAX_REMEMBERED = 10_000;

/** One round for one endpoint: take what is due, send it, write what came of it. */
@Injectable()
export class EndpointDelivery {
  private readonly logger = new Logger(EndpointDelivery.name);
  private readonly leaseMs: number;
  private readonly gate: PriorityGate;
  /** Endpoints whose last answer here was a quick success: a hint for gate and share, nothing more. */
  private readonly healthy = new Set<string>();

  constructor(
    private readonly txRunner: TxRunner,
    private readonly endpoints: EndpointRepository,
    private readonly health: EndpointHealthRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly replays: ReplayRepository,
    private readonly sender: NotificationSender,
    private readonly recorder: OutcomeRecorder,
    private readonly queues: JobQueues,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {
    this.gate = new PriorityGate(Math.ceil(config.database.poolSize / 2));
    this.leaseMs = BEGIN_WITHIN_MS + config.postbacks.totalTimeoutMs + LEASE_MARGIN_MS;
  }

  /** `isStopping` ends the round early; what was not begun is given back. */
  async round(endpointId: string, lane: LaneName, isStopping: () => boolean): Promise<RoundResult> {
    const target = await this.atDatabase(endpointId, () => this.endpoints.findTarget(endpointId));
    if (target?.endpoint.status !== 'active') return 'done';
    if (target.endpoint.slow !== (lane === 'slow')) return 'elsewhere';
    if (target.breaker === 'open') {
      await this.queues.add([wakeWhenHalfOpen(endpointId, target, this.clock)]);
      return 'done';
    }
    // Before anything is claimed: a secret that does not open is a fault on our side.
    const secrets = this.sender.secretsOf(target);
    const share = shareOf(target, this.healthy.has(endpointId));
    const claimedAtMs = performance.now();
    const claimed = await this.claim(target, share);
    if (claimed.length === 0) return target.isReplaying ? this.advanceReplay(endpointId) : 'done';

    const mayBegin = (): boolean => !isStopping() && performance.now() - claimedAtMs < BEGIN_WITHIN_MS;
    const { recorded, left } = await this.sendAll(target, secrets, claimed, share.atOnce, mayBegin);
    if (left.length > 0) {
      await this.inTx(endpointId, (tx) => this.deliveries.release(tx, left));
    }
    await this.queues.add(retryJobs(endpointId, recorded, this.clock));
    return claimed.length === share.chunk || left.length > 0 || target.isReplaying ? 'more' : 'done';
  }

  private atDatabase<T>(endpointId: string, work: () => Promise<T>): Promise<T> {
    return this.gate.run(this.healthy.has(endpointId), work);
  }

  private inTx<T>(endpointId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.atDatabase(endpointId, () => this.txRunner.run(work));
  }

  private remember(endpointId: string, isHealthy: boolean): void {
    this.healthy.delete(endpointId);
    if (!isHealthy) return;
    this.healthy.add(endpointId);
    // A set is in the order of adding: the one that was not heard of for longest goes.
    const [oldest] = this.healthy;
    if (this.healthy.size > MAX_REMEMBERED && oldest !== undefined) this.healthy.delete(oldest);
  }

  /** Locks the endpoint, where that is needed, before its deliveries: as everywhere. */
  private async claim(target: DeliveryTarget, share: Share): Promise<ClaimedDelivery[]> {
    const { id } = target.endpoint;
    return this.inTx(id, async (tx) => {
      const isProbe = target.breaker === 'half_open';
      if (isProbe && !(await this.health.takeProbe(tx, id, this.leaseMs))) return [];
      const claimed = await this.deliveries.claim(tx, id, share.chunk, this.leaseMs);
      if (isProbe && claimed.length === 0) await this.health.allowProbe(tx, id);
      return claimed;
    });
  }

  /** Only when nothing else is due: what happens meanwhile does not wait behind a replay of a million. */
  private async advanceReplay(endpointId: string): Promise<RoundResult> {
    await this.inTx(endpointId, async (tx) => {
      const endpoint = await this.endpoints.lockAny(tx, endpointId);
      if (endpoint?.status !== 'active') return;
      await this.replays.advance(tx, endpointId, this.config.postbacks.retryWaitsSeconds.length);
    });
    return 'more';
  }

  private async sendAll(
    target: DeliveryTarget,
    secrets: SigningSecrets,
    claimed: readonly ClaimedDelivery[],
    atOnce: number,
    mayBegin: () => boolean,
  ): Promise<{ recorded: RecordedDelivery[]; left: ClaimedDelivery[] }> {
    const left = [...claimed];
    const recorded: RecordedDelivery[] = [];
    let isOpen = false;
    const batches = new BatchedRecorder(async (outcomes) => {
      const { id } = target.endpoint;
      const written = await this.atDatabase(id, () => this.recorder.record(target, outcomes));
      isOpen = written.isOpen;
      this.remember(id, written.isHealthy);
      return written.deliveries;
    });
    const sendOneByOne = async (): Promise<void> => {
      while (mayBegin() && !isOpen) {
        const delivery = left.shift();
        if (delivery === undefined) return;
        const written = await batches.add(await this.sender.send(target, secrets, delivery));
        if (written !== null) recorded.push(written);
        else this.logger.warn(`delivery ${delivery.id}: its lease had ended, the outcome was dropped`);
      }
    };
    const results = await Promise.allSettled(Array.from({ length: atOnce }, sendOneByOne));
    for (const result of results) {
      if (result.status === 'rejected') this.logger.error(`delivery: ${describe(result.reason)}`);
    }
    return { recorded, left };
  }
}

function shareOf({ endpoint, breaker }: DeliveryTarget, isHealthy: boolean): Share {
  if (breaker === 'half_open') return PROBE;
  if (endpoint.failingSince !== null) return FAILING;
  return isHealthy || endpoint.slow ? HEALTHY : UNKNOWN;
}

/** One job however often the endpoint is looked at meanwhile; when it gets lost, the sweeper comes by. */
function wakeWhenHalfOpen(
  endpointId: string,
  { opensInMs, endpoint }: DeliveryTarget,
  clock: Clock,
): ReturnType<typeof wakeJob> {
  const moment = endpoint.breakerOpenUntil?.getTime() ?? clock.now().getTime();
  return wakeJob(endpointId, { delayMs: opensInMs + WAKE_STEP_MS, jobId: `probe-${endpointId}-${moment}` });
}

/** Wakes the endpoint when its next attempts are due, one job for all that fall into the same tenth of a second. */
function retryJobs(
  endpointId: string,
  recorded: readonly RecordedDelivery[],
  clock: Clock,
): ReturnType<typeof wakeJob>[] {
  const nowMs = clock.now().getTime();
  const moments = recorded.flatMap(({ nextAttemptAt }) =>
    nextAttemptAt !== null && nextAttemptAt.getTime() - nowMs <= WAKE_WITHIN_MS
      ? [Math.ceil(nextAttemptAt.getTime() / WAKE_STEP_MS)]
      : [],
  );
  return [...new Set(moments)].map((moment) =>
    wakeJob(endpointId, { delayMs: moment * WAKE_STEP_MS - nowMs, jobId: `retry-${endpointId}-${moment}` }),
  );
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown failure';
}
