import { Injectable } from '@nestjs/common';
import { JobQueues, type ScheduledTask } from '../../common/queue';
import { dispatchJobs } from '../dispatch-jobs';
import { OverdueRepository } from './overdue.repository';

/** Younger than this, a delivery still has its own job on the way. */
const GRACE_MS = 2_000;
/** What waits for so long has a queue that took its job, and nobody who takes it from there. */
const STUCK_AFTER_MS = 20_000;
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
    private readonly overdue: OverdueRepository,
    private readonly queues: JobQueues,
  ) {}

  async run(): Promise<void> {
    const waiting = await this.overdue.listEndpoints(GRACE_MS, ENDPOINTS_AT_ONCE);
    if (waiting.length === 0) return;
    await this.queues.add(dispatchJobs(waiting));
    const stuck = await this.overdue.listEndpoints(STUCK_AFTER_MS, ENDPOINTS_AT_ONCE);
    this.queues.beginHere(dispatchJobs(stuck));
  }
}
