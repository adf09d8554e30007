import { Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { QUEUES, QueueProcessor } from '../../common/queue';
import { DeliveryTurns } from './delivery-turns';
import type { WakeData } from './wake';

/**
 * A job lasts until its endpoints have begun their turns, so few at a time are enough. Many would be worse: BullMQ
 * first fetches as many as it may have at once, one by one, and begins none before the last has come.
 */
const JOBS_AT_ONCE = 4;

/** The fast lane: every endpoint begins here. */
@Processor(QUEUES.postbackDeliveries, { concurrency: JOBS_AT_ONCE })
export class FastLaneProcessor extends QueueProcessor {
  constructor(private readonly turns: DeliveryTurns) {
    super();
  }

  override async process({ data }: Job<WakeData>): Promise<void> {
    await this.turns.begin(data, 'fast');
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.turns.ended();
  }
}

/** The slow lane: endpoints that took long over their last attempts, until one is quick again. */
@Processor(QUEUES.slowPostbacks, { concurrency: JOBS_AT_ONCE })
export class SlowLaneProcessor extends QueueProcessor {
  constructor(private readonly turns: DeliveryTurns) {
    super();
  }

  override async process({ data }: Job<WakeData>): Promise<void> {
    await this.turns.begin(data, 'slow');
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.turns.ended();
  }
}
