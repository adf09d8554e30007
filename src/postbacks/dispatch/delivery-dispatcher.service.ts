import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { errorMessage, PriorityLimiter } from '../../common';
import { JobQueues } from '../../common/queue';
import { SendBatchUseCase } from '../delivery/send-batch.use-case';
import { type DispatchData, dispatchJob, endpointsOf, type Speed } from '../dispatch-jobs';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';
import { EndpointLoops } from './endpoint-loops';

/** After this time an endpoint with more to send queues up again behind the others. */
const MAX_LOOP_MS = 20_000;

/** Endpoints that this process serves at the same time, of each queue. Waiting for an answer costs next to nothing. */
const CONCURRENCY: Readonly<Record<Speed, number>> = { fast: 1_000, slow: 250 };

/** Serves endpoints side by side, batch after batch. Both queues share the loops: an endpoint is never served twice at once. */
@Injectable()
export class DeliveryDispatcherService implements OnModuleDestroy {
  private readonly logger = new Logger(DeliveryDispatcherService.name);
  private readonly loops = new EndpointLoops();
  private readonly limiters = {
    fast: new PriorityLimiter(CONCURRENCY.fast),
    slow: new PriorityLimiter(CONCURRENCY.slow),
  };
  private readonly running = new Set<Promise<void>>();
  /** Endpoints that wait for a slot, and when they have it. */
  private readonly waiting = {
    fast: new Map<string, Promise<void>>(),
    slow: new Map<string, Promise<void>>(),
  };
  private isStopping = false;

  constructor(
    private readonly sending: SendBatchUseCase,
    private readonly queues: JobQueues,
  ) {}

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /** Resolves when each endpoint that a job names is being served, or will be looked at once more; not when that ends. */
  async begin(data: DispatchData, speed: Speed): Promise<void> {
    await Promise.all(endpointsOf(data).map((key) => this.beginOne(key, speed)));
  }

  /** Sends what is due to an endpoint. The rows decide: one call too many finds nothing to do. Never rejects. */
  async serve(key: EndpointKey, speed: Speed): Promise<void> {
    const startedMs = performance.now();
    try {
      const result = await this.loops.run(
        key.endpointId,
        (loop) => this.sending.execute(key, speed, () => this.isStopping, loop),
        () => !this.isStopping && performance.now() - startedMs < MAX_LOOP_MS,
      );
      if (result === 'done') return;
      const next = (result === 'other_queue') === (speed === 'fast') ? 'slow' : 'fast';
      await this.queues.add([dispatchJob(key, undefined, next)]);
    } catch (error) {
      // Nothing is lost: what was claimed is free again when its lease ends, and the sweeper looks for it.
      const reason = errorMessage(error);
      this.logger.error(`endpoint ${key.endpointId}: ${reason}`);
    }
  }

  /** Resolves when no endpoint is served any more. */
  async ended(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private beginOne(key: EndpointKey, speed: Speed): Promise<void> {
    // Before there is a slot: asking costs nothing, and the endpoint may be one that fills the limit.
    if (this.loops.askAgain(key.endpointId)) return Promise.resolve();
    const { endpointId } = key;
    const waiting = this.waiting[speed];
    // Asked for by many while it waits, it waits once.
    const before = waiting.get(endpointId);
    if (before !== undefined) return before;
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    waiting.set(endpointId, begun);
    const served = this.limiters[speed].run(false, () => {
      waiting.delete(endpointId);
      begin();
      return this.serve(key, speed);
    });
    this.running.add(served);
    void served.finally(() => this.running.delete(served));
    return begun;
  }
}
