import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock, IdGenerator } from '../../common';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, ReplayedReply, Reply } from '../../common/http';
import { asLast, type Tx } from '../../database';
import {
  answerOf,
  MakeProviderCallUseCase,
  newProviderCall,
  notAnsweredYet,
  ProviderCallsService,
} from '../../providers';
import { ChargeSubjectAdapter } from '../calls/charge-subject.adapter';
import type { Charge } from '../charge.entity';
import { ChargeRepository, type ChargeRecord } from '../charge.repository';
import { toChargeResponse } from '../charge.response';
import { aboutCharge } from '../create/new-charge';
import { isCardMethod } from '../../common/money';

/** Beside one of these no other of them may run. */
export const EXCLUSIVE_CALLS = ['authorize', 'capture', 'void'] as const;

/** What capture and void have in common: one transaction writes the call, then the provider is asked, then one writes the outcome. */
@Injectable()
export class CallAboutChargeUseCase {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly calls: ProviderCallsService,
    private readonly makeCall: MakeProviderCallUseCase,
    private readonly subject: ChargeSubjectAdapter,
    private readonly idempotency: Idempotency,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** `plan` says what to ask of the locked charge, or throws what is against it. */
  async execute(
    merchant: MerchantIdentity,
    id: string,
    key: IdempotencyRequest,
    plan: (tx: Tx, record: ChargeRecord) => Promise<{ kind: 'capture' | 'void'; amountCents: number }>,
  ): Promise<Reply> {
    const begun = await this.idempotency.claimed(key, async (tx) => {
      const record = await this.charges.lock(tx, { id, merchantId: merchant.merchantId });
      if (record === null) throw commonErrors.NOT_FOUND();
      if (await this.calls.hasPending(tx, merchant.merchantId, id, EXCLUSIVE_CALLS))
        throw busy(record.charge);
      const { kind, amountCents } = await plan(tx, record);
      const call = newProviderCall({
        ...aboutCharge(record.charge),
        id: this.ids.next(),
        kind,
        amountCents,
        now: this.clock.now(),
        scope: key.scope,
        claimed: true,
      });
      await asLast(tx, () => this.calls.insert(tx, call));
      return call;
    });
    const pending = (): Promise<Reply> => this.pending(merchant.merchantId, id);
    if (begun instanceof Reply) return begun.waitsFor === null ? begun : ReplayedReply.of(await pending());
    const settlement = await this.makeCall.execute(begun, this.subject);
    return settlement === null ? this.idempotency.postpone(key, await pending()) : answerOf(settlement);
  }

  private async pending(merchantId: string, id: string): Promise<Reply> {
    const record = await this.charges.find(merchantId, id);
    if (record === null) throw commonErrors.NOT_FOUND();
    const response = toChargeResponse(record.charge, record.splits);
    return notAnsweredYet({ merchantId, id }, this.clock.now(), response);
  }
}

/** A pending card is always with the provider, which is no matter of two requests at once. */
function busy(charge: Charge): Error {
  if (charge.status !== 'pending' || !isCardMethod(charge.paymentMethod))
    return commonErrors.OPERATION_IN_PROGRESS();
  return commonErrors.INVALID_STATE({ message: 'The card is with the provider: wait for the outcome.' });
}
