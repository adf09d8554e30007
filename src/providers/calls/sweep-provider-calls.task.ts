import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { JobQueues, type ScheduledTask } from '../../common/queue';
import { providerCallJob } from './provider-call.job';
import { ProviderCallRepository } from './provider-call.repository';

const EVERY_MS = 2_000;
const BATCH = 200;
/** A call that stays due gets another job after this long. */
const ROUND_MS = 10_000;

/** Finds calls that nobody works on: their job was lost, the process that had them died, or a retry is due. */
@Injectable()
export class SweepProviderCallsTask implements ScheduledTask {
  readonly name = 'providers-sweep-calls';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly calls: ProviderCallRepository,
    private readonly queues: JobQueues,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const round = String(Math.floor(this.clock.now().getTime() / ROUND_MS));
    const due = await this.calls.findDue(BATCH);
    await this.queues.add(due.map((call) => providerCallJob(call, round)));
  }
}
