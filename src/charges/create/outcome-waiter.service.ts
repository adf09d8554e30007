import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { errorMessage } from '../../common';
import { AppConfig } from '../../config';
import { ChannelListener } from '../../database';
import { OUTCOME_CHANNEL } from '../charge.repository';

/** More requests than this do not wait: they get their answer at once. */
const MAX_WAITERS = 2_000;
const RECONNECT_MS = 500;

/**
 * Lets any number of requests wait for the outcomes of charges over one connection on which PostgreSQL tells of them.
 * The connection is opened by the first one that waits. Whatever is missed is found by the question asked last.
 */
@Injectable()
export class OutcomeWaiterService implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(OutcomeWaiterService.name);
  private readonly waiters = new Map<string, Set<() => void>>();
  private readonly listener: ChannelListener;
  private waiting = 0;
  private stopped = false;

  constructor({ database }: AppConfig) {
    this.listener = new ChannelListener(database, OUTCOME_CHANNEL, {
      notified: (chargeId) => this.notify(chargeId),
      lost: (error) => this.lost(error),
    });
  }

  /** Waits until the charge has an outcome, the time is up, or the process stops. False: it did not wait, there are too many. */
  async wait(chargeId: string, timeoutMs: number, hasOutcome: () => Promise<boolean>): Promise<boolean> {
    if (this.waiting >= MAX_WAITERS) return false;
    this.waiting += 1;
    const deadline = performance.now() + timeoutMs;
    try {
      for (;;) {
        // Registered first, then asked: an outcome between the two is notified, one before is seen.
        const notified = this.register(chargeId, deadline - performance.now());
        await this.listen();
        if (this.stopped || (await hasOutcome())) {
          notified.cancel();
          return true;
        }
        await notified.promise;
        if (performance.now() >= deadline) return true;
      }
    } finally {
      this.waiting -= 1;
    }
  }

  /** Those who wait get their answer now, so that the server need not wait for them. */
  beforeApplicationShutdown(): void {
    this.stopped = true;
    this.notifyAll();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.end();
  }

  private register(chargeId: string, timeoutMs: number): { promise: Promise<void>; cancel: () => void } {
    let cancel: () => void = () => undefined;
    const promise = new Promise<void>((resolve) => {
      const set = this.waiters.get(chargeId) ?? new Set();
      this.waiters.set(chargeId, set);
      cancel = () => {
        clearTimeout(timer);
        set.delete(cancel);
        if (set.size === 0) this.waiters.delete(chargeId);
        resolve();
      };
      const timer = setTimeout(cancel, Math.max(0, timeoutMs));
      set.add(cancel);
    });
    return { promise, cancel };
  }

  private async listen(): Promise<void> {
    try {
      await this.listener.listen();
    } catch (error) {
      // Without the connection the request waits out its time; the next one tries again.
      this.logger.warn(`waiting for outcomes: ${errorMessage(error)}`);
    }
  }

  private lost(error: Error): void {
    this.logger.warn(`waiting for outcomes: ${error.message}`);
    // Those who wait ask again, and listen again.
    setTimeout(() => this.notifyAll(), RECONNECT_MS).unref();
  }

  private notify(chargeId: string): void {
    for (const settle of [...(this.waiters.get(chargeId) ?? [])]) settle();
  }

  private notifyAll(): void {
    for (const chargeId of [...this.waiters.keys()]) this.notify(chargeId);
  }
}
