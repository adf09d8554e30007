import { Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { QUEUES, QueueProcessor } from '../../common/queue';
import { TxRunner } from '../../database';
import { SubjectsService } from '../subjects.service';
import { MakeProviderCallUseCase } from './make-provider-call.use-case';
import { ProviderCallRepository } from './provider-call.repository';
import type { CallRef } from './provider-call.types';

const CALLS_AT_ONCE = 10;

/** Makes calls that are due. A job that comes twice, late or for nothing does no harm. */
@Processor(QUEUES.providers, { concurrency: CALLS_AT_ONCE })
export class ProviderCallsProcessor extends QueueProcessor {
  constructor(
    private readonly transactions: TxRunner,
    private readonly calls: ProviderCallRepository,
    private readonly subjects: SubjectsService,
    private readonly makeCall: MakeProviderCallUseCase,
  ) {
    super();
  }

  override async process(job: Job<CallRef>): Promise<void> {
    // Not begun here, it stays due: the sweeper hands it to whoever runs then.
    if (this.stopping) return;
    const call = await this.transactions.run((tx) => this.calls.claim(tx, job.data));
    if (call !== null) await this.makeCall.execute(call, this.subjects.get(call.subjectType));
  }
}
