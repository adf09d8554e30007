import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, iso } from '../../common';
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
import { asLast, type Tx } from '../../database';
import type { ProviderSubject } from '../subjects.service';
import { MakeProviderCallUseCase } from './make-provider-call.use-case';
import { type NewProviderCall, newProviderCall } from './new-provider-call';
import { ProviderCallRepository } from './provider-call.repository';

/** What the answer to a request waits for whose provider did not answer in time. */
export const PROVIDER_CALL: PendingKind = {
  kind: 'provider_call',
  waits: `EXISTS (SELECT 1 FROM provider_calls WHERE merchant_id = (kept.waits_for ->> 'merchantId')::uuid
    AND subject_id = (kept.waits_for ->> 'id')::uuid AND status = 'pending')`,
};

type CallToMake = Omit<NewProviderCall, 'id' | 'key' | 'subjectType' | 'now' | 'scope' | 'claimed'>;

/** A request that is answered by what a provider says of it. */
export interface AskedOfProvider<Locked, Read> {
  readonly subject: ProviderSubject<Locked>;
  /** Locks what it is about, and reads what else hangs on it. */
  readonly lock: (tx: Tx) => Promise<Read>;
  /**
   * Throws what is against it, and says what to ask. Where nothing that the request is made of was written since it was locked,
   * `locked` saves the provider's request another look.
   */
  readonly begin: (tx: Tx, read: Read) => Promise<{ readonly call: CallToMake; readonly locked?: Locked }>;
  /** What it is about as it stands, by the id of that. */
  readonly read: (subjectId: string) => Promise<object>;
}

/**
 * Asks a provider for whoever waits for the answer: one transaction writes the call, then the provider is asked, then one writes the
 * outcome (contract §6, Provider calls).
 */
@Injectable()
export class AskProviderUseCase {
  constructor(
    private readonly calls: ProviderCallRepository,
    private readonly makeCall: MakeProviderCallUseCase,
    private readonly idempotency: Idempotency,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Answers the outcome; 202 with the thing as it stands while there is none, to a repeat too. Throws PROVIDER_REFUSED. */
  async execute<Locked, Read>(
    key: IdempotencyRequest,
    { subject, lock, begin, read }: AskedOfProvider<Locked, Read>,
  ): Promise<Reply> {
    const begun = await this.idempotency.claimed(key, lock, async (tx, found) => {
      const { locked, call: wanted } = await begin(tx, found);
      const call = newProviderCall({
        ...wanted,
        ...{ id: this.ids.next(), subjectType: subject.type },
        ...{ now: this.clock.now(), scope: key.scope, claimed: true },
      });
      await asLast(tx, () => this.calls.insert(tx, call));
      return { call, locked };
    });
    const notAnsweredYet = async (thing: Pick<PendingThing, 'merchantId' | 'id'>): Promise<Reply> =>
      accepted('The provider has not answered yet.', await read(thing.id)).waitingFor({
        ...{ kind: PROVIDER_CALL.kind, merchantId: thing.merchantId, id: thing.id },
        at: iso(this.clock.now()),
      });
    if (begun instanceof Reply)
      return begun.waitsFor === null ? begun : ReplayedReply.of(await notAnsweredYet(begun.waitsFor));
    const settlement = await this.makeCall.execute(begun.call, subject, begun.locked);
    if (settlement === null) {
      const { merchantId, subjectId: id } = begun.call;
      return this.idempotency.postpone(key, await notAnsweredYet({ merchantId, id }));
    }
    if ('refused' in settlement) throw commonErrors.PROVIDER_REFUSED();
    return settlement.reply;
  }
}
