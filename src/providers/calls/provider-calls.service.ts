import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import type { ClaimParameters, IdempotencyRequest } from '../../common/http';
import type { Reading, Tx } from '../../database';
import type { ProviderSubject } from '../subjects.service';
import { type CallToMake, newProviderCall } from './new-provider-call';
import { ProviderCallRepository } from './provider-call.repository';
import type { CallStatus } from './provider-call.transitions';
import type { CallKind, CallRef, ProviderCallRecord } from './provider-call.types';

/** Calls, for those that own what they are about: written in the caller's transaction, beside what they are for. */
@Injectable()
export class ProviderCallsService {
  constructor(
    private readonly calls: ProviderCallRepository,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** The row of a call that a request asks for under its key, and makes at once. */
  askedUnder(
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

  async insert(tx: Tx, call: ProviderCallRecord): Promise<void> {
    await this.calls.insert(tx, call);
  }

  /** Whether a call of one of these kinds is pending about a subject, whose row is locked. */
  async hasPending(tx: Tx, merchantId: string, id: string, kinds: readonly CallKind[]): Promise<boolean> {
    return (await this.listPending(tx, [{ merchantId, id }], kinds)).has(id);
  }

  /** About which of these subjects, whose rows are locked, a call of one of these kinds is pending. */
  async listPending(
    tx: Tx,
    subjects: readonly CallRef[],
    kinds: readonly CallKind[],
  ): Promise<ReadonlySet<string>> {
    return this.calls.listPending(tx, subjects, kinds);
  }

  /** How many calls of a kind there were about a subject, whose row is locked. */
  async countOf(tx: Tx, merchantId: string, subjectId: string, kind: CallKind): Promise<number> {
    return this.calls.countOf(tx, merchantId, subjectId, kind);
  }

  /** Makes the pending calls about a subject due: there is something new to look up. */
  async hurry(tx: Tx, merchantId: string, subjectId: string): Promise<void> {
    await this.calls.hurry(tx, merchantId, subjectId);
  }

  /** What became of some calls of a merchant, by their ids. */
  async listStatuses(
    manager: Reading,
    merchantId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, CallStatus>> {
    return this.calls.listStatuses(manager, merchantId, ids);
  }

  /** The calls about some subjects of a merchant, newest first, and how many there are in all. */
  async listOf(
    manager: Reading,
    merchantId: string,
    subjectIds: readonly string[],
    limit: number,
  ): Promise<[ProviderCallRecord[], number]> {
    return this.calls.listOf(manager, merchantId, subjectIds, limit);
  }
}
