import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { DisputedChargesService } from '../../charges';
import { Clock, IdGenerator } from '../../common';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, ReplayedReply, Reply } from '../../common/http';
import type { Tx } from '../../database';
import {
  answerOf,
  MakeProviderCallUseCase,
  newProviderCall,
  notAnsweredYet,
  ProviderAccountsService,
  ProviderCallsService,
} from '../../providers';
import { DisputeSubjectAdapter } from '../calls/dispute-subject.adapter';
import type { Dispute } from '../dispute.entity';
import { DisputeRepository } from '../dispute.repository';
import { toDisputeResponse } from '../dispute.response';

/** Beside one of these no other of them may run. */
const ANSWERS = ['contest', 'accept'] as const;

/** What contesting and accepting have in common: one transaction writes the call, then the provider is asked, then one writes the outcome. */
@Injectable()
export class AnswerDisputeUseCase {
  constructor(
    private readonly disputes: DisputeRepository,
    private readonly charges: DisputedChargesService,
    private readonly accounts: ProviderAccountsService,
    private readonly calls: ProviderCallsService,
    private readonly makeCall: MakeProviderCallUseCase,
    private readonly subject: DisputeSubjectAdapter,
    private readonly idempotency: Idempotency,
    private readonly ids: IdGenerator,
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
    const begun = await this.idempotency.claimed(key, async (tx) => {
      await this.charges.lock(tx, { merchantId, id: chargeId });
      const record = await this.disputes.lock(tx, { merchantId, id });
      if (record === null) throw commonErrors.NOT_FOUND();
      if (await this.calls.hasPending(tx, merchantId, id, ANSWERS))
        throw commonErrors.OPERATION_IN_PROGRESS();
      const now = this.clock.now();
      await plan(tx, record.dispute, now);
      if (adapter.disputes === null)
        throw commonErrors.INVALID_STATE({
          message: 'Its provider takes answers to disputes elsewhere only.',
        });
      const { amountCents } = record.dispute;
      const about = { merchantId, subjectType: 'dispute', subjectId: id, accountId };
      const call = newProviderCall({
        ...about,
        ...{ id: this.ids.next(), kind, amountCents, now, scope: key.scope, claimed: true },
      });
      await this.calls.insert(tx, call);
      return call;
    });
    const pending = async (): Promise<Reply> => {
      const current = (await this.disputes.find(merchantId, id)) ?? found;
      return notAnsweredYet({ merchantId, id }, this.clock.now(), toDisputeResponse(current));
    };
    if (begun instanceof Reply) return begun.waitsFor === null ? begun : ReplayedReply.of(await pending());
    const settlement = await this.makeCall.execute(begun, this.subject);
    return settlement === null ? this.idempotency.postpone(key, await pending()) : answerOf(settlement);
  }
}
