import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { JobQueues } from '../../common/queue';
import { AppConfig } from '../../config';
import { type Tx, TxRunner } from '../../database';
import { EndpointHealthRepository } from '../endpoints/endpoint-health.repository';
import { type DeliveryTarget, EndpointRepository } from '../endpoints/endpoint.repository';
import { EndpointSecretService } from '../endpoints/endpoint-secret.service';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';
import { DatabasePriorityService } from './database-priority.service';
import { type ClaimedDelivery, DeliveryRepository } from './delivery.repository';
import type { Speed } from './dispatch-jobs';
import type { BatchResult } from './endpoint-loops';
import { probeJob } from './next-attempt.rules';
import { ReplayRepository } from './replay.repository';

/** How many deliveries of one endpoint are taken at once, and how many requests of this process it gets at a time. */
interface Limits {
  readonly size: number;
  readonly concurrency: number;
}

const HEALTHY: Limits = { size: 50, concurrency: 10 };
/** One that has not answered here yet: as many requests as open its breaker, until it is known whether it does. */
const UNKNOWN: Limits = { size: 10, concurrency: 5 };
/** An endpoint whose last attempts failed is asked gently, and holds little of this process while it does not answer. */
const FAILING: Limits = { size: 4, concurrency: 2 };
/** The one attempt after which an open breaker closes, or opens again for longer. */
const PROBE: Limits = { size: 1, concurrency: 1 };

/** A batch begins no further request after this time: the lease covers it and one whole request. */
const BEGIN_WITHIN_MS = 10_000;
const LEASE_MARGIN_MS = 5_000;

/** The secrets that sign for an endpoint at this moment. */
export interface SigningSecrets {
  readonly current: string;
  readonly previous: string | null;
}

/** Deliveries that this worker holds until their leases end, with all that is needed to send them. */
export interface Batch {
  readonly key: EndpointKey;
  readonly target: DeliveryTarget;
  readonly secrets: SigningSecrets;
  readonly deliveries: readonly ClaimedDelivery[];
  readonly limits: Limits;
  /** As of performance.now(): nothing is begun later. */
  readonly beginBeforeMs: number;
}

/** The first step of a delivery: may anything be sent to this endpoint now, and what. */
@Injectable()
export class PrepareBatchUseCase {
  private readonly leaseMs: number;

  constructor(
    private readonly txRunner: TxRunner,
    private readonly database: DatabasePriorityService,
    private readonly endpoints: EndpointRepository,
    private readonly health: EndpointHealthRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly replays: ReplayRepository,
    private readonly secrets: EndpointSecretService,
    private readonly queues: JobQueues,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {
    this.leaseMs = BEGIN_WITHIN_MS + config.postbacks.totalTimeoutMs + LEASE_MARGIN_MS;
  }

  /** The batch that is to be sent; when there is none, what is to be done instead. */
  async execute(key: EndpointKey, speed: Speed): Promise<Batch | BatchResult> {
    const target = await this.database.run(key.endpointId, () => this.endpoints.findTarget(key));
    if (target?.endpoint.status !== 'active') return 'done';
    if (target.endpoint.slow !== (speed === 'slow')) return 'other_queue';
    if (target.breaker === 'open') {
      await this.queues.add([probeJob(key, target, this.clock.now())]);
      return 'done';
    }
    // Before anything is claimed: a secret that does not open is a fault on our side.
    const secrets = this.secretsOf(target);
    const limits = limitsOf(target, this.database.isHealthy(key.endpointId));
    const beginBeforeMs = performance.now() + BEGIN_WITHIN_MS;
    const deliveries = await this.claim(key, target, limits.size);
    if (deliveries.length > 0) return { key, target, secrets, deliveries, limits, beginBeforeMs };
    return target.isReplaying ? this.advanceReplay(key) : 'done';
  }

  /** Throws when a secret cannot be opened: no attempt is counted. */
  private secretsOf({ endpoint }: DeliveryTarget): SigningSecrets {
    if (endpoint.secretBox === null) throw new Error('an endpoint that is not deleted has a secret');
    const { previousSecretBox: previous, previousSecretExpiresAt: until } = endpoint;
    const overlaps = previous !== null && until !== null && until > this.clock.now();
    return {
      current: this.secrets.open(endpoint.id, endpoint.secretBox),
      previous: overlaps ? this.secrets.open(endpoint.id, previous) : null,
    };
  }

  /** Locks the endpoint, where that is needed, before its deliveries: as everywhere. */
  private async claim(key: EndpointKey, target: DeliveryTarget, limit: number): Promise<ClaimedDelivery[]> {
    return this.inTx(key, async (tx) => {
      const isProbe = target.breaker === 'half_open';
      if (isProbe && !(await this.health.takeProbe(tx, key, this.leaseMs))) return [];
      const claimed = await this.deliveries.claim(tx, key, limit, this.leaseMs);
      if (isProbe && claimed.length === 0) await this.health.allowProbe(tx, key);
      return claimed;
    });
  }

  /** Only when nothing else is due: new events do not wait behind a replay of a million. */
  private async advanceReplay(key: EndpointKey): Promise<BatchResult> {
    await this.inTx(key, async (tx) => {
      const endpoint = await this.endpoints.lockIfPresent(tx, key);
      if (endpoint?.status !== 'active') return;
      await this.replays.advance(tx, key, this.config.postbacks.retryWaitsSeconds.length);
    });
    return 'more';
  }

  private inTx<T>(key: EndpointKey, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.run(key.endpointId, () => this.txRunner.run(work));
  }
}

function limitsOf({ endpoint, breaker }: DeliveryTarget, isHealthy: boolean): Limits {
  if (breaker === 'half_open') return PROBE;
  if (endpoint.failingSince !== null) return FAILING;
  return isHealthy || endpoint.slow ? HEALTHY : UNKNOWN;
}
