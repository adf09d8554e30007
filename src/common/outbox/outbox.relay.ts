import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Counter, Gauge } from 'prom-client';
import { errorMessage } from '../text';
import { withTimeout } from '../time';
import { abandon, DatabaseGate, TxRunner, isConnectionFailure, type Tx } from '../../database';
import { Metrics } from '../metrics';
import { JobQueues, type QueueJob, WorkLoop } from '../queue';
import { Tracing } from '../tracing';
import { BatchSize } from './batch-size';
import { OUTBOX_CONSUMERS, type OutboxConsumer, type RelayedEvent } from './outbox-consumer';
import { OutboxRepository, type WaitingEvent } from './outbox.repository';
import { RelaySpans } from './relay-spans';

/** A relay that works ends a round at least so often, mostly an empty one. */
const LONGEST_SILENCE_MS = 60_000;

/** A round that was given up. Its code is that of a connection that failed: nothing is known of its events. */
class RoundTooLongError extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(ms: number) {
    super(`a round took longer than ${ms} ms and was given up`);
    this.name = 'RoundTooLongError';
  }
}

/**
 * Hands committed events to the consumers, in the order of writing, at least once. Any number of relays may run:
 * each claims rows that no other holds.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(OutboxRelay.name);
  /** A round that lasts longer is given up, and its connection with it. */
  readonly roundMs: number = 60_000;
  /** How long it waits between rounds: after one with events, and after many without, when nobody tells it of some. */
  readonly waits = { busyMs: 10, idleMs: 150 };
  private readonly relayed: Counter;
  private readonly lastRound: Gauge;
  private lastRoundMs = performance.now();
  private readonly size = new BatchSize();
  private waitMs = 0;
  private isStopping = false;
  private readonly loop: WorkLoop;

  constructor(
    private readonly txRunner: TxRunner,
    private readonly repository: OutboxRepository,
    private readonly queues: JobQueues,
    @Inject(OUTBOX_CONSUMERS) private readonly consumers: readonly OutboxConsumer[],
    database: DatabaseGate,
    private readonly tracing: Tracing,
    metrics: Metrics,
  ) {
    this.relayed = metrics.counter('repasse_outbox_relayed_total', 'Events handed to their consumers');
    this.lastRound = metrics.gauge(
      'repasse_outbox_last_round_timestamp_seconds',
      'When the relay last ended a round, also one without events',
    );
    this.loop = new WorkLoop(
      database,
      () => this.relayOnce(),
      (error) => this.logger.error(`relay: ${errorMessage(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.loop.stop();
    await this.loop.ended();
  }

  /** Rejects when the relay has ended no round for a minute. */
  check(): Promise<void> {
    const silentMs = performance.now() - this.lastRoundMs;
    return silentMs > LONGEST_SILENCE_MS
      ? Promise.reject(new Error(`no round for ${Math.round(silentMs)} ms`))
      : Promise.resolve();
  }

  /** Somebody says that there is work: it looks now. */
  runNow(): void {
    this.loop.runNow();
  }

  /** The less there is to do, the longer the wait. */
  private async relayOnce(): Promise<number> {
    const { busyMs, idleMs } = this.waits;
    const count = (await this.hasWork()) ? await this.relayBatch() : 0;
    this.waitMs = count > 0 ? busyMs : Math.min(Math.max(2 * this.waitMs, busyMs), idleMs);
    return this.waitMs;
  }

  /** Where there was work a moment ago there mostly is more. */
  private async hasWork(): Promise<boolean> {
    if (this.waitMs === this.waits.busyMs) return true;
    if (await this.txRunner.runStatement((tx) => this.repository.hasWaiting(tx))) return true;
    this.endRound();
    return false;
  }

  private endRound(): void {
    this.lastRoundMs = performance.now();
    this.lastRound.setToCurrentTime();
  }

  /** Relays up to one batch, in smaller ones when it fails; returns how many events it took. */
  async relayBatch(): Promise<number> {
    const taken: RelayedEvent[] = [];
    try {
      const { jobs, count } = await this.consume(taken);
      this.size.grow();
      // After the commit: a job must never be ahead of its rows. Jobs that get lost here are found by the sweepers.
      await this.queues.add(jobs);
      return count;
    } catch (error) {
      this.size.shrink(taken.length);
      if (isConnectionFailure(error) || taken.length === 0) throw error;
      return this.afterFailure(taken, error);
    }
  }

  /** One bad event must not hold up the others: it alone waits, longer after each failure, and is never given up. */
  private async afterFailure(taken: readonly RelayedEvent[], error: unknown): Promise<number> {
    if (taken.length === 1) {
      const [id, reason] = [taken[0]?.id, errorMessage(error)];
      this.logger.error(`relay: event ${id} failed and is put off: ${reason}`);
      await this.txRunner.run((tx) => this.repository.putOff(tx, taken));
      return 1;
    }
    this.logger.warn(`relay: ${taken.length} events failed, going on with fewer: ${errorMessage(error)}`);
    let count = 0;
    while (count < taken.length && !this.isStopping) {
      const part = await this.relayBatch();
      if (part === 0) break;
      count += part;
    }
    return count;
  }

  /** @param taken is filled with the events that the consumers were given */
  private async consume(taken: RelayedEvent[]): Promise<{ jobs: QueueJob[]; count: number }> {
    let open: Tx | null = null;
    const spans = new RelaySpans(this.tracing);
    const work = this.txRunner.run(async (tx) => {
      open = tx;
      const events = await this.claim(tx);
      taken.splice(0, taken.length, ...events);
      if (events.length === 0) return { jobs: [], count: 0 };
      return spans.within(events, () => this.handOn(tx, events));
    });
    work.then(
      () => spans.end(null),
      () => spans.end('failed'),
    );
    const consumed = await withTimeout(work, this.roundMs, () => {
      // Not waited for: whatever it waits for, its locks are free when its connection is gone.
      if (open !== null) abandon(open);
      work.catch(() => undefined);
      return new RoundTooLongError(this.roundMs);
    });
    this.relayed.inc(consumed.count);
    this.endRound();
    return consumed;
  }

  private async handOn(
    tx: Tx,
    events: readonly RelayedEvent[],
  ): Promise<{ jobs: QueueJob[]; count: number }> {
    const jobs: QueueJob[] = [];
    for (const consumer of this.consumers) {
      const consume = (): Promise<readonly QueueJob[]> => consumer.consume(tx, events);
      jobs.push(...(await this.tracing.span(`consume ${consumer.name}`, {}, consume)));
    }
    await this.repository.markRelayed(tx, events);
    return { jobs, count: events.length };
  }

  /** As many of the oldest events as may be taken at once. What is locked beside them is free when the batch ends. */
  private async claim(tx: Tx): Promise<WaitingEvent[]> {
    return this.size.fitting(await this.repository.claim(tx, this.size.events));
  }
}
