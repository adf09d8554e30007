import { Injectable } from '@nestjs/common';
import { JobQueues, type ScheduledTask } from '../../common/queue';
import { DeliveryRepository } from './delivery.repository';
import { dispatchJobs } from './dispatch-jobs';

/** Younger than this, a delivery still has its own job on the way. */
const GRACE_MS = 2_000;
const ENDPOINTS_AT_ONCE = 20_000;

/**
 * Finds what is due while nobody is at it: after a lost job, a flushed queue, or a worker that died with the lease
 * in its hand. It is the reason why the queue may forget everything.
 */
@Injectable()
export class SweepDeliveriesTask implements ScheduledTask {
  readonly name = 'postback-sweep';
  readonly everyMs = 5_000;

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly queues: JobQueues,
  ) {}

  async run(): Promise<void> {
    const overdue = await this.deliveries.findOverdueEndpoints(GRACE_MS, ENDPOINTS_AT_ONCE);
    await this.queues.add(dispatchJobs(overdue));
  }
}
