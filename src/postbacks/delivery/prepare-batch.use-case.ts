import { Injectable } from '@nestjs/common';
import { BytesBudget, Clock, type Reservation } from '../../common';
import { JobQueues } from '../../common/queue';
import { AppConfig } from '../../config';
import { type Tx, TxRunner } from '../../database';
import type { Speed } from '../dispatch-jobs';
import { type DeliveryTarget, EndpointRepository } from '../endpoints/endpoint.repository';
import { EndpointSecretService } from '../endpoints/endpoint-secret.service';
import {
  type EndpointKey,
  isPreviousFirst,
  previousSecretUntil,
} from '../endpoints/postback-endpoint.entity';
import { ReplayRepository } from '../replays/replay.repository';
import type { SigningSecrets } from '../signature';
import { DatabasePriorityService } from './database-priority.service';
import { type Claim, type ClaimedDelivery, DeliveryRepository, MOST_AT_ONCE } from './delivery.repository';
import { type EndpointAddress, EndpointHealthRepository } from './endpoint-health.repository';
import { probeJob } from './attempt.rules';

/** How many deliveries of one endpoint are taken at once, with how large bodies, and how many requests of this process it gets at a time. */
interface Limits {
  readonly size: number;
  readonly bytes: number;
  readonly concurrency: number;
}

const KB = 1024;
const HEALTHY: Limits = { size: MOST_AT_ONCE, bytes: 1024 * KB, concurrency: 10 };
/** One that has not answered here yet: as many requests as open its breaker, until it is known whether it does. */
const UNKNOWN: Limits = { size: 10, bytes: 256 * KB, concurrency: 5 };
/** An endpoint whose last attempts failed is asked gently, and holds little of this process while it does not answer. */
const FAILING: Limits = { size: 4, bytes: 256 * KB, concurrency: 2 };
/** The one attempt after which an open breaker closes, or opens again for longer. */
const PROBE: Limits = { size: 1, bytes: 1, concurrency: 1 };

/** The bodies that this process has in memory: what waits for slow endpoints never keeps others from being loaded. */
const BODIES: Readonly<Record<Speed, number>> = { fast: 32 * 1024 * KB, slow: 16 * 1024 * KB };

/** A batch begins no further request after this time: the lease covers it and one whole request. */
const BEGIN_WITHIN_MS = 10_000;
const LEASE_MARGIN_MS = 5_000;

const NONE: ReadonlySet<string> = new Set();
const NOTHING: Claim = { deliveries: [], isAll: true };

/** Deliveries that this worker holds until their leases end, with all that is needed to send them. */
export interface Batch {
  readonly key: EndpointKey;
  readonly target: DeliveryTarget;
  readonly secrets: SigningSecrets;
  /** Deliveries whose last attempt the receiver refused as it refuses a signature that it does not know. */
  readonly refused: ReadonlySet<string>;
  /** Whoever sends one takes it out: its body is kept no longer than that. */
  readonly deliveries: ClaimedDelivery[];
  readonly limits: Limits;
  /** Nothing more is due. */
  readonly isAll: boolean;
  /** To an endpoint that answers, and quickly: nothing is to be found out before more is taken. */
  readonly mayBeFollowed: boolean;
  /** As of performance.now(): nothing is begun later. */
  readonly beginBeforeMs: number;
  /** The room of the bodies, to be given back as they are sent. */
  readonly bodies: Reservation;
}

/** Where it goes. */
export function addressOf({ key, target }: Batch): EndpointAddress {
  return { ...key, url: target.endpoint.url };
}

/** What came of one batch: more to do, nothing more is due, or that the other queue is the right one. */
export type BatchResult = 'more' | 'done' | 'other_queue';

/** The first step of a delivery: may anything be sent to this endpoint now, and what. */
@Injectable()
export class PrepareBatchUseCase {
  private readonly leaseMs: number;
  private readonly bodies = { fast: new BytesBudget(BODIES.fast), slow: new BytesBudget(BODIES.slow) };

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
    const bodies = await this.bodies[speed].reserve(limits.bytes);
    try {
      const beginBeforeMs = performance.now() + BEGIN_WITHIN_MS;
      const claim = await this.claim(key, target, limits);
      bodies.resize(claim.deliveries.reduce((sum, { body }) => sum + body.length, 0));
      if (claim.deliveries.length > 0) {
        const refused = secrets.next === null ? NONE : await this.refusedOf(key, claim);
        const mayBeFollowed = limits === HEALTHY && speed === 'fast' && !target.isReplaying;
        return { key, target, secrets, refused, ...claim, mayBeFollowed, limits, beginBeforeMs, bodies };
      }
    } catch (error) {
      bodies.release();
      throw error;
    }
    return target.isReplaying ? this.advanceReplay(key) : 'done';
  }

  /** Throws when a secret cannot be opened: no attempt is counted. */
  private secretsOf({ endpoint }: DeliveryTarget): SigningSecrets {
    if (endpoint.secretBox === null) throw new Error('an endpoint that is not deleted has a secret');
    const { previousSecretBox: previous } = endpoint;
    const now = this.clock.now();
    const newest = this.secrets.open(endpoint.id, endpoint.secretBox);
    if (previous === null || previousSecretUntil(endpoint, now) === null)
      return { first: newest, previous: null, next: null };
    const older = this.secrets.open(endpoint.id, previous);
    return isPreviousFirst(endpoint, now)
      ? { first: older, previous: null, next: newest }
      : { first: newest, previous: older, next: null };
  }

  private async refusedOf(key: EndpointKey, { deliveries }: Claim): Promise<ReadonlySet<string>> {
    return this.inTx(key, (tx) => this.health.findRefused(tx, key, deliveries));
  }

  private async claim(key: EndpointKey, target: DeliveryTarget, limits: Limits): Promise<Claim> {
    const { leaseMs } = this;
    const claim = (tx: Tx): Promise<Claim> =>
      this.deliveries.claim(tx, key, { limit: limits.size, maxBytes: limits.bytes, leaseMs });
    if (target.breaker !== 'half_open') {
      return this.database.run(key.endpointId, () => this.txRunner.runStatement(claim));
    }
    // Locks the endpoint before its deliveries: as everywhere.
    return this.inTx(key, async (tx) => {
      if (!(await this.health.takeProbe(tx, key, leaseMs))) return NOTHING;
      const claimed = await claim(tx);
      if (claimed.deliveries.length === 0) await this.health.allowProbe(tx, key);
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
