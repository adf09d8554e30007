import { Processor } from '@nestjs/bullmq';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Job } from 'bullmq';
import { JobQueues, type QueueName, QUEUES, QueueProcessor } from '../../common/queue';
import type { DispatchData, Speed } from '../dispatch-jobs';
import { DeliveryDispatcherService } from './delivery-dispatcher.service';

/**
 * A job lasts until its endpoints are being served, so few at a time are enough. Many would be worse: BullMQ
 * first fetches as many as it may have at once, one by one, and begins none before the last has come.
 */
const JOBS_AT_ONCE = 4;

@Injectable()
abstract class DeliveriesProcessor extends QueueProcessor implements OnModuleInit {
  protected abstract readonly queue: QueueName;
  protected abstract readonly speed: Speed;

  constructor(
    private readonly queues: JobQueues,
    private readonly dispatcher: DeliveryDispatcherService,
  ) {
    super();
  }

  /** What the queue does not take is served all the same. */
  onModuleInit(): void {
    this.queues.serve(this.queue, (data) => this.dispatcher.begin(data, this.speed));
  }

  override async process({ data }: Job<DispatchData>): Promise<void> {
    await this.dispatcher.begin(data, this.speed);
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.dispatcher.ended();
  }
}

/** The fast queue: every endpoint begins here. */
@Processor(QUEUES.postbackDeliveries, { concurrency: JOBS_AT_ONCE })
export class FastDeliveriesProcessor extends DeliveriesProcessor {
  protected readonly queue = QUEUES.postbackDeliveries;
  protected readonly speed = 'fast';
}

/** The slow queue: endpoints that took long over their last attempts, until one is quick again. */
@Processor(QUEUES.slowPostbacks, { concurrency: JOBS_AT_ONCE })
export class SlowDeliveriesProcessor extends DeliveriesProcessor {
  protected readonly queue = QUEUES.slowPostbacks;
  protected readonly speed = 'slow';
}
