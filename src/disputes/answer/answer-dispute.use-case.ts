import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { DisputedChargesService } from '../../charges';
import { Clock } from '../../common';
import { commonErrors } from '../../common/errors';
import type { IdempotencyRequest, Reply } from '../../common/http';
import type { Tx } from '../../database';
import { AskProviderUseCase, ProviderAccountsService, ProviderCallsService } from '../../providers';
import { DisputeSubjectAdapter } from '../calls/dispute-subject.adapter';
import type { Dispute } from '../dispute.entity';
import { DisputeRepository } from '../dispute.repository';
import { toDisputeResponse } from '../dispute.response';

/** Beside one of these no other of them may run. */
const ANSWERS = ['contest', 'accept'] as const;

/** What contesting and accepting have in common. */
@Injectable()
export class AnswerDisputeUseCase {
  constructor(
    private readonly disputes: DisputeRepository,
    private readonly charges: DisputedChargesService,
    private readonly accounts: ProviderAccountsService,
    private readonly calls: ProviderCallsService,
    private readonly askProvider: AskProviderUseCase,
    private readonly subject: DisputeSubjectAdapter,
    private readonly clock: Clock,
  ) {}

  /** `plan` throws what is against it, of the locked dispute at this moment, and writes what the provider is to be told. */
  async execute(
    { merchantId }: MerchantIdentity,
    id: string,
    kind: (typeof ANSWERS)[number],
    key: IdempotencyRequest,
    plan: (tx: Tx, dispute: Dispute, now: Date) => Promise<void>,
  ): Promise<Reply> {
    const found = await this.disputes.find(merchantId, id);
    if (found === null) throw commonErrors.NOT_FOUND();
    const { chargeId, providerAccountId: accountId } = found.dispute;
    const { adapter } = await this.accounts.get(accountId);
    const lock = (tx: Tx) => this.charges.lock(tx, { merchantId, id: chargeId });
    const begin = async (tx: Tx) => {
      const record = await this.disputes.lock(tx, { merchantId, id });
      if (record === null) throw commonErrors.NOT_FOUND();
      if (await this.calls.hasPending(tx, merchantId, id, ANSWERS))
        throw commonErrors.OPERATION_IN_PROGRESS();
      await plan(tx, record.dispute, this.clock.now());
      if (adapter.disputes === null)
        throw commonErrors.INVALID_STATE({
          message: 'Its provider takes answers to disputes elsewhere only.',
        });
      const { amountCents } = record.dispute;
      return { call: { merchantId, subjectId: id, accountId, kind, amountCents } };
    };
    const read = async () => toDisputeResponse((await this.disputes.find(merchantId, id)) ?? found);
    return this.askProvider.execute(key, { subject: this.subject, lock, begin, read });
  }
}
