import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { isUuid } from '../../common';
import { JobQueues } from '../../common/queue';
import { EndpointDelivery } from './endpoint-delivery';
import { EndpointLanes } from './endpoint-lanes';
import { PriorityGate } from './priority-gate';
import { type LaneName, type WakeData, wakeJob } from './wake';

/** After this time an endpoint with more to send queues up again behind the others. */
const TURN_MS = 20_000;

/** Endpoints that this process serves at the same time, in each lane. Waiting for an answer costs next to nothing. */
const AT_ONCE: Readonly<Record<LaneName, number>> = { fast: 1_000, slow: 250 };

/** The turns of endpoints in the two lanes. Both share the loops, so that an endpoint is never served in both. */
@Injectable()
export class DeliveryTurns implements OnModuleDestroy {
  private readonly logger = new Logger(DeliveryTurns.name);
  private readonly lanes = new EndpointLanes();
  private readonly places = { fast: new PriorityGate(AT_ONCE.fast), slow: new PriorityGate(AT_ONCE.slow) };
  private readonly running = new Set<Promise<void>>();
  private stopping = false;

  constructor(
    private readonly delivery: EndpointDelivery,
    private readonly queues: JobQueues,
  ) {}

  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** Resolves when each endpoint that a job names has begun its turn, or will look once more; not when turns end. */
  async begin({ endpointIds }: WakeData, lane: LaneName): Promise<void> {
    if (!Array.isArray(endpointIds)) return;
    await Promise.all(endpointIds.filter(isUuid).map((endpointId) => this.beginOne(endpointId, lane)));
  }

  /** Sends what is due to an endpoint. The rows decide: a turn too many finds nothing to do. Never rejects. */
  async take(endpointId: string, lane: LaneName): Promise<void> {
    const startedMs = performance.now();
    const isStopping = (): boolean => this.stopping;
    try {
      const result = await this.lanes.run(
        endpointId,
        () => this.delivery.round(endpointId, lane, isStopping),
        () => !this.stopping && performance.now() - startedMs < TURN_MS,
      );
      if (result === 'done') return;
      const next = (result === 'elsewhere') === (lane === 'fast') ? 'slow' : 'fast';
      await this.queues.add([wakeJob(endpointId, undefined, next)]);
    } catch (error) {
      // Nothing is lost: what was claimed is free again when its lease ends, and the sweeper looks for it.
      this.logger.error(
        `endpoint ${endpointId}: ${error instanceof Error ? error.message : 'unknown failure'}`,
      );
    }
  }

  /** Resolves when no turn runs any more. */
  async ended(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private beginOne(endpointId: string, lane: LaneName): Promise<void> {
    // Before there is a place: word costs nothing, and the endpoint may be one that fills the lane.
    if (this.lanes.leaveWord(endpointId)) return Promise.resolve();
    return new Promise((begun) => {
      const turn = this.places[lane].run(false, () => {
        begun();
        return this.take(endpointId, lane);
      });
      this.running.add(turn);
      void turn.finally(() => this.running.delete(turn));
    });
  }
}
