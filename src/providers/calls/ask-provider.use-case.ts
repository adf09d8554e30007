import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, iso } from '../../common';
import { commonErrors } from '../../common/errors';
import {
  accepted,
  type ClaimParameters,
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
import type { ProviderCallRecord } from './provider-call.types';

/** What the answer to a request waits for whose provider did not answer in time. */
export const PROVIDER_CALL: PendingKind = {
  kind: 'provider_call',
  waits: `EXISTS (SELECT 1 FROM provider_calls WHERE merchant_id = (kept.waits_for ->> 'merchantId')::uuid
    AND subject_id = (kept.waits_for ->> 'id')::uuid AND status = 'pending')`,
};

/** What is to be asked. */
export type CallToMake = Omit<NewProviderCall, 'id' | 'key' | 'subjectType' | 'now' | 'scope' | 'claimed'>;

/** A call that was written; `locked` as in AskedOfProvider. */
export interface BegunCall<Locked> {
  readonly call: ProviderCallRecord;
  readonly locked?: Locked;
}

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
  async execute<Locked, Read>(key: IdempotencyRequest, asked: AskedOfProvider<Locked, Read>): Promise<Reply> {
    return this.answer(key, await this.begin(key, asked), asked);
  }

  /** Writes the call with its key, in a transaction that waits as it may; an earlier answer where another request had the key. */
  async begin<Locked, Read>(
    key: IdempotencyRequest,
    { subject, lock, begin }: Omit<AskedOfProvider<Locked, Read>, 'read'>,
  ): Promise<BegunCall<Locked> | Reply> {
    return this.idempotency.claimed(key, lock, async (tx, found) => {
      const { locked, call: wanted } = await begin(tx, found);
      const call = this.newCall(key, subject, wanted);
      await asLast(tx, () => this.calls.insert(tx, call));
      return { call, locked };
    });
  }

  /** A call that is asked for under a key, for whoever writes several at once. */
  newCall(
    key: IdempotencyRequest,
    { type }: Pick<ProviderSubject, 'type'>,
    call: CallToMake,
  ): ProviderCallRecord {
    return newProviderCall({
      ...{ ...call, id: this.ids.next(), subjectType: type },
      ...{ now: this.clock.now(), scope: key.scope, claimed: true },
    });
  }

  /**
   * Writes such calls with their keys, of those whose key nobody had before; answers the ids of these.
   * @param claims the key of each at its place
   */
  async insertUnrepeated(
    tx: Tx,
    calls: readonly ProviderCallRecord[],
    claims: ClaimParameters,
  ): Promise<ReadonlySet<string>> {
    return this.calls.insertUnrepeated(tx, calls, claims);
  }

  /** Asks for what was begun; as `execute` from there. */
  async answer<Locked>(
    key: IdempotencyRequest,
    begun: BegunCall<Locked> | Reply,
    { subject, read }: Pick<AskedOfProvider<Locked, unknown>, 'subject' | 'read'>,
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
