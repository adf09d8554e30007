import { Injectable } from '@nestjs/common';
import { Clock, iso } from '../../common';
import { commonErrors } from '../../common/errors';
import {
  accepted,
  Idempotency,
  type IdempotencyRequest,
  type PendingKind,
  type PendingThing,
  ReplayedReply,
  Reply,
} from '../../common/http';
import type { ProviderSubject } from '../subjects.service';
import type { BegunCall } from './begin-provider-call.use-case';
import { MakeProviderCallUseCase } from './make-provider-call.use-case';

/** What the answer to a request waits for whose provider did not answer in time. */
export const PROVIDER_CALL: PendingKind = {
  kind: 'provider_call',
  waits: `EXISTS (SELECT 1 FROM provider_calls WHERE merchant_id = (kept.waits_for ->> 'merchantId')::uuid
    AND subject_id = (kept.waits_for ->> 'id')::uuid AND status = 'pending')`,
};

/** What a request is about that is answered by what a provider says of it. */
export interface AnsweredSubject<Locked> {
  readonly subject: ProviderSubject<Locked>;
  /** What it is about as it stands, by the id of that. */
  readonly read: (subjectId: string) => Promise<object>;
}

/** Makes the call that a request has begun, and answers the request by its outcome. */
@Injectable()
export class AnswerByProviderUseCase {
  constructor(
    private readonly makeCall: MakeProviderCallUseCase,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /** 202 with the thing as it stands while there is no outcome, to a repeat too. Throws PROVIDER_REFUSED. */
  async execute<Locked>(
    key: IdempotencyRequest,
    begun: BegunCall<Locked> | Reply,
    { subject, read }: AnsweredSubject<Locked>,
  ): Promise<Reply> {
    const notAnsweredYet = async (thing: Pick<PendingThing, 'merchantId' | 'id'>): Promise<Reply> =>
      accepted('The provider has not answered yet.', await read(thing.id)).waitingFor({
        ...{ kind: PROVIDER_CALL.kind, merchantId: thing.merchantId, id: thing.id },
        at: iso(this.clock.now()),
      });
    if (begun instanceof Reply)
      return begun.waitsFor === null ? begun : ReplayedReply.of(await notAnsweredYet(begun.waitsFor));
    // It goes on where it is waited for, and not where it was written.
    const call = { ...begun.call, traceContext: null };
    const settlement = await this.makeCall.execute(call, subject, begun.locked);
    if (settlement === null) {
      const { merchantId, subjectId: id } = begun.call;
      return this.idempotency.postpone(key, await notAnsweredYet({ merchantId, id }));
    }
    if ('refused' in settlement) throw commonErrors.PROVIDER_REFUSED();
    return settlement.reply;
  }
}
