import { Injectable } from '@nestjs/common';
import { Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { asLast, type Tx } from '../../database';
import type { ProviderSubject } from '../subjects.service';
import type { CallToMake } from './new-provider-call';
import type { ProviderCallRecord } from './provider-call.types';
import { ProviderCallsService } from './provider-calls.service';

/** How a call that a request asks for begins. */
export interface BeginningCall<Locked, Read> {
  readonly subject: ProviderSubject<Locked>;
  /** Locks what it is about, and reads what else hangs on it. */
  readonly lock: (tx: Tx) => Promise<Read>;
  /**
   * Throws what is against it, and says what to ask. Where nothing that the request is made of was written since it was locked,
   * `locked` saves the provider's request another look.
   */
  readonly begin: (tx: Tx, read: Read) => Promise<{ readonly call: CallToMake; readonly locked?: Locked }>;
}

/** A call that was written; `locked` as when it began. */
export interface BegunCall<Locked> {
  readonly call: ProviderCallRecord;
  readonly locked?: Locked;
}

/** Writes a call with the key of the request that asks for it, in one transaction. */
@Injectable()
export class BeginProviderCallUseCase {
  constructor(
    private readonly calls: ProviderCallsService,
    private readonly idempotency: Idempotency,
  ) {}

  /** The answer of an earlier request where that had the key. */
  async execute<Locked, Read>(
    key: IdempotencyRequest,
    { subject, lock, begin }: BeginningCall<Locked, Read>,
  ): Promise<BegunCall<Locked> | Reply> {
    return this.idempotency.claimed(key, lock, async (tx, found) => {
      const { locked, call: wanted } = await begin(tx, found);
      const call = this.calls.askedUnder(key, subject, wanted);
      await asLast(tx, () => this.calls.insert(tx, call));
      return { call, locked };
    });
  }
}
