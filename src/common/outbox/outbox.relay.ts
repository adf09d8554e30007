import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Counter } from 'prom-client';
import { errorMessage } from '../text';
import { TxRunner, isConnectionFailure } from '../../database';
import { Metrics } from '../metrics';
import { JobQueues, type QueueJob } from '../queue';
import { OUTBOX_CONSUMERS, type OutboxConsumer, type RelayedEvent } from './outbox-consumer';
import { OutboxRepository } from './outbox.repository';

const BATCH_SIZE = 200;
const BUSY_WAIT_MS = 10;
const IDLE_WAIT_MAX_MS = 150;
const FAILURE_WAIT_MS = 1_000;

/**
 * Hands committed events to the consumers, in the order of writing, at least once. Any number of relays may run:
 * each claims rows that no other holds.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(OutboxRelay.name);
  private readonly relayed: Counter;
  private stopping = false;
  private running: Promise<void> = Promise.resolve();
  private endPause: () => void = () => undefined;

  constructor(
    private readonly txRunner: TxRunner,
    private readonly repository: OutboxRepository,
    private readonly queues: JobQueues,
    @Inject(OUTBOX_CONSUMERS) private readonly consumers: readonly OutboxConsumer[],
    metrics: Metrics,
  ) {
    this.relayed = metrics.counter('repasse_outbox_relayed_total', 'Events handed to their consumers');
  }

  onApplicationBootstrap(): void {
    this.running = this.loop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.endPause();
    await this.running;
  }

  private async loop(): Promise<void> {
    let waitMs = BUSY_WAIT_MS;
    while (!this.stopping) {
      try {
        const count = await this.relayBatch();
        waitMs = count > 0 ? BUSY_WAIT_MS : Math.min(waitMs * 2, IDLE_WAIT_MAX_MS);
      } catch (error) {
        this.logger.error(`relay: ${errorMessage(error)}`);
        waitMs = FAILURE_WAIT_MS;
      }
      await this.pause(waitMs);
    }
  }

  /** Relays up to one batch; returns how many events it took. */
  async relayBatch(): Promise<number> {
    try {
      const { jobs, count } = await this.consume(BATCH_SIZE);
      // After the commit: a job must never be ahead of its rows. Jobs that get lost here are found by the sweepers.
      await this.queues.add(jobs);
      return count;
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      this.logger.warn(`relay: a batch failed, going on one by one: ${errorMessage(error)}`);
      return this.relayOneByOne();
    }
  }

  /** One bad event must not hold up the others: it alone waits, longer after each failure, and is never given up. */
  private async relayOneByOne(): Promise<number> {
    let count = 0;
    while (count < BATCH_SIZE && !this.stopping) {
      const claimed: RelayedEvent[] = [];
      try {
        const { jobs } = await this.consume(1, claimed);
        if (claimed.length === 0) break;
        await this.queues.add(jobs);
      } catch (error) {
        if (isConnectionFailure(error) || claimed.length === 0) throw error;
        this.logger.error(
          `relay: event ${claimed.map(({ id }) => id).join()} failed and is put off: ${errorMessage(error)}`,
        );
        await this.txRunner.run((tx) => this.repository.putOff(tx, claimed));
      }
      count += 1;
    }
    return count;
  }

  private async consume(
    limit: number,
    claimed: RelayedEvent[] = [],
  ): Promise<{ jobs: QueueJob[]; count: number }> {
    const consumed = await this.txRunner.run(async (tx) => {
      const events = await this.repository.claim(tx, limit);
      claimed.splice(0, claimed.length, ...events);
      const jobs: QueueJob[] = [];
      if (events.length === 0) return { jobs, count: 0 };
      for (const consumer of this.consumers) jobs.push(...(await consumer.consume(tx, events)));
      await this.repository.markRelayed(tx, events);
      return { jobs, count: events.length };
    });
    this.relayed.inc(consumed.count);
    return consumed;
  }

  private async pause(waitMs: number): Promise<void> {
    if (this.stopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
