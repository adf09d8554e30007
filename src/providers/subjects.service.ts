import { Injectable } from '@nestjs/common';
import type { Reply } from '../common/http';
import type { Tx } from '../database';
import type { OpenAccount } from './accounts/provider-accounts.service';
import type { ProviderCallRecord } from './calls/provider-call.types';
import type { ProviderNotification, ProviderOutcome } from './provider.port';

/** What settles a call. */
export type FinalOutcome = Exclude<ProviderOutcome, { kind: 'pending' }>;

/** How a call ended: with an answer for whoever asked for it, or refused. */
export type Settlement = { readonly reply: Reply } | { readonly refused: true };

/** A call with what settles it. */
export interface AnsweredCall {
  readonly call: ProviderCallRecord;
  readonly outcome: FinalOutcome;
}

/** What is to be written of an outcome, with the answer for whoever asked. */
export interface PreparedOutcome {
  readonly reply: Reply;
}

/** How outcomes that come at the same time are written by the same statements (decision 0028). */
export interface OutcomeWriter<Prepared extends PreparedOutcome = PreparedOutcome> {
  /** Whether this one may be among them. */
  joins(answered: AnsweredCall): boolean;

  /**
   * Locks what they are about, without waiting, and reads what they need; answers what makes each. Null for one that is written
   * alone: somebody else holds what it is about, or there is more to it.
   */
  prepare(tx: Tx, answered: readonly AnsweredCall[]): Promise<readonly ((() => Prepared) | null)[]>;

  /** Writes what was made. */
  write(tx: Tx, prepared: readonly Prepared[]): Promise<void>;
}

/** What a notification is about: found by the name that the provider gave it. */
export interface SubjectRef {
  readonly merchantId: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly accountId: string;
}

/** By what name the institution of an account knows a subject. */
export interface ProviderReferenceRecord extends SubjectRef {
  readonly reference: string;
}

/**
 * What providers are asked about, and tell of. The feature that owns it registers itself under a type, which its calls
 * and references carry: it alone knows what an answer means.
 */
export interface ProviderSubject<Locked = unknown> {
  readonly type: string;

  /**
   * Asks, outside any transaction; the request is made of the subject's own rows.
   * @param begun these, for who has just written the call: nothing that the request is made of changes while it is pending
   */
  ask(call: ProviderCallRecord, account: OpenAccount, begun: Locked | null): Promise<ProviderOutcome>;

  /** Whether a refusal that the provider would take back later is to be asked for again, or is final. */
  repeats(call: ProviderCallRecord): boolean;

  /**
   * Locks what the call is about: everybody locks it before its calls.
   * @param begun as for `ask`: it may say what else is to be locked, and is read anew
   */
  lock(tx: Tx, call: ProviderCallRecord, begun: Locked | null): Promise<Locked>;

  /** Writes what the outcome means; `isFirst` is false when that was done before, and only its answer is wanted. */
  settle(
    tx: Tx,
    locked: Locked,
    call: ProviderCallRecord,
    outcome: FinalOutcome,
    isFirst: boolean,
  ): Promise<Settlement>;

  /** Absent where each outcome is written alone. */
  readonly together?: OutcomeWriter;

  /** Takes a notification; false when it cannot be understood yet. Told again it changes nothing. */
  notified(tx: Tx, subject: SubjectRef, notification: ProviderNotification): Promise<boolean>;
}

/** The subjects of this process. */
@Injectable()
export class SubjectsService {
  private readonly subjects = new Map<string, ProviderSubject>();

  register(subject: ProviderSubject): void {
    this.subjects.set(subject.type, subject);
  }

  get(type: string): ProviderSubject {
    const subject = this.subjects.get(type);
    if (subject === undefined) throw new Error(`no feature knows the subject ${type}`);
    return subject;
  }
}
