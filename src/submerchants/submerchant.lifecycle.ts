import { Injectable } from '@nestjs/common';
import { Clock } from '../common';
import type { DeclaredEvent } from '../common/events';
import { type NewOutboxEvent, Outbox } from '../common/outbox';
import type { ClaimParameters } from '../common/http';
import { ahead, asLast, type Tx } from '../database';
import { type Actor, BY_MERCHANT } from './history/actor';
import { SubmerchantHistoryRepository } from './history/submerchant-history.repository';
import type { Rejection, RejectionReason, Submerchant } from './submerchant.entity';
import { SUBMERCHANT_EVENTS } from './submerchant.events';
import { SubmerchantReader } from './submerchant.reader';
import {
  type BelongingRows,
  type ChangedSubmerchant,
  type NewSubmerchant,
  type SubmerchantKey,
  SubmerchantRepository,
} from './submerchant.repository';
import type { RequirementCounts } from './ports/requirements.port';
import { SubmerchantWallets } from './ports/submerchant-wallets.port';
import { type SubmerchantResponse, toSubmerchantResponse } from './submerchant.response';
import { type SubmerchantTrigger, submerchantTransitions } from './submerchant.transitions';

export type { BelongingRows, ChangedSubmerchant } from './submerchant.repository';

type Details = Readonly<Record<string, unknown>>;

/** What happened, in the words of the timeline, and the event that announces it, by trigger. */
const OUTCOMES: Readonly<
  Record<Exclude<SubmerchantTrigger, 'create'>, { readonly type: string; readonly event: DeclaredEvent }>
> = {
  submit: { type: 'submitted', event: SUBMERCHANT_EVENTS['submerchant.pending_review'] },
  approve: { type: 'approved', event: SUBMERCHANT_EVENTS['submerchant.active'] },
  reject: { type: 'rejected', event: SUBMERCHANT_EVENTS['submerchant.rejected'] },
  request_resubmission: {
    type: 'resubmission_requested',
    event: SUBMERCHANT_EVENTS['submerchant.resubmission_requested'],
  },
  resubmit: {
    type: 'resubmission_requested',
    event: SUBMERCHANT_EVENTS['submerchant.resubmission_requested'],
  },
  suspend: { type: 'suspended', event: SUBMERCHANT_EVENTS['submerchant.suspended'] },
  reactivate: { type: 'reactivated', event: SUBMERCHANT_EVENTS['submerchant.active'] },
};

/** A change of something that belongs to a submerchant: the record, a partner, an address, a document. */
export interface Change {
  readonly type: string;
  readonly actor: Actor;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly details?: Details;
}

/** A change of a locked submerchant that is not saved yet, and the record as its merchant sees it then. */
export interface ChangeAnswered {
  readonly changed: ChangedSubmerchant;
  readonly response: SubmerchantResponse;
}

/**
 * The one writer of a submerchant: what changes it grows its version and is written into its history, and what changes
 * its status also leaves an event, all in one transaction, on the locked row.
 */
@Injectable()
export class SubmerchantLifecycle {
  constructor(
    private readonly repository: SubmerchantRepository,
    private readonly history: SubmerchantHistoryRepository,
    private readonly reader: SubmerchantReader,
    private readonly wallets: SubmerchantWallets,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * The row, locked until the transaction ends: every writing use case begins here, so that edits, submissions and
   * decisions of one submerchant never cross. Throws NOT_FOUND, also for another merchant's submerchant.
   */
  async lock(tx: Tx, merchantId: string, id: string): Promise<Submerchant> {
    return this.repository.lock(tx, merchantId, id);
  }

  /** As lock, for operators: whosesoever it is. */
  async lockAny(tx: Tx, id: string): Promise<Submerchant> {
    return this.repository.lockAny(tx, id);
  }

  /**
   * As lock, of several, in their order and without waiting: null for who is held by somebody else, is not there, was asked for
   * before, or was active once: a change of theirs is followed by their wallets.
   */
  async lockFree(tx: Tx, keys: readonly SubmerchantKey[]): Promise<(Submerchant | null)[]> {
    return neverActive(await this.repository.lockFree(tx, keys));
  }

  /** As lockFree, for operators: whosesoever they are. */
  async lockFreeAny(tx: Tx, ids: readonly string[]): Promise<(Submerchant | null)[]> {
    return neverActive(await this.repository.lockFreeAny(tx, ids));
  }

  /** Opens the wallets of those who are active for the first time, for whoever saves them with saveUnrepeated. */
  async openWallets(tx: Tx, submerchants: readonly Submerchant[]): Promise<void> {
    await this.wallets.openWallets(tx, submerchants);
  }

  /** A new record with the first step of its history; creation leaves no event (contract §7). */
  newRecord(submerchant: Submerchant, details: Details): NewSubmerchant {
    const { merchantId, id: submerchantId, version, status, createdAt } = submerchant;
    const entry = { type: 'created', actor: BY_MERCHANT, from: null, to: status, details };
    const history = this.history.row({ ...entry, merchantId, submerchantId, version, at: createdAt });
    return { submerchant, history };
  }

  /** Inserts a new record. */
  async create(tx: Tx, record: NewSubmerchant): Promise<void> {
    await asLast(tx, () => this.repository.insert(tx, record));
  }

  /** Inserts new records with their keys, of those whose key nobody had before; answers the ids of these. */
  async createUnrepeated(
    tx: Tx,
    records: readonly NewSubmerchant[],
    claims: ClaimParameters,
  ): Promise<ReadonlySet<string>> {
    return this.repository.insertUnrepeated(tx, records, claims);
  }

  /** Saves the locked submerchant after changes of any number of its parts: one version more, one entry for each. */
  async record(tx: Tx, submerchant: Submerchant, ...changes: readonly Change[]): Promise<void> {
    await this.save(tx, this.changed(submerchant, ...changes));
  }

  /** The same, not written yet. */
  changed(submerchant: Submerchant, ...changes: readonly Change[]): ChangedSubmerchant {
    const now = this.clock.now();
    submerchant.version += 1;
    submerchant.updatedAt = now;
    const { merchantId, id: submerchantId, version } = submerchant;
    const history = changes.map((change) =>
      this.history.row({ ...change, merchantId, submerchantId, version, at: now }),
    );
    return { submerchant, history, event: null };
  }

  /** Saves changes of submerchants that lockFree locked, and what belongs to them, as createUnrepeated. */
  async saveUnrepeated(
    tx: Tx,
    changed: readonly ChangedSubmerchant[],
    belonging: BelongingRows | null,
    claims: ClaimParameters,
  ): Promise<ReadonlySet<string>> {
    if (changed.some(({ event }) => event !== null)) this.outbox.announce(tx);
    return this.repository.updateUnrepeated(tx, changed, belonging, claims);
  }

  /**
   * Sets the category code, in any status; it stays when the activities change (contract §5, mcc_source). False when
   * nothing changed.
   */
  async setMcc(tx: Tx, submerchant: Submerchant, actor: Actor, mcc: string): Promise<boolean> {
    if (submerchant.mcc === mcc && submerchant.mccSource === 'operator') return false;
    const details = { fields: ['mcc'], from: submerchant.mcc, to: mcc };
    submerchant.mcc = mcc;
    submerchant.mccSource = 'operator';
    await this.record(tx, submerchant, { type: 'updated', actor, details });
    return true;
  }

  /**
   * A submission, not saved yet. Throws INVALID_STATE.
   * @param counts how its requirements stand once it is submitted
   */
  submitted(submerchant: Submerchant, counts: () => RequirementCounts): ChangeAnswered {
    const change = take(submerchant, 'submit', BY_MERCHANT);
    submerchant.submittedAt = this.clock.now();
    submerchant.rounds += 1;
    // Contract §5: the last rejection stays visible until the next submission.
    submerchant.rejection = null;
    const changed = this.changed(submerchant, change);
    const response = toSubmerchantResponse(submerchant, counts());
    const event = this.outbox.row(announcement(submerchant, 'submit', response));
    return { changed: { ...changed, event }, response };
  }

  /** The merchant opens a correctable rejection again. Throws INVALID_STATE. */
  async resubmit(tx: Tx, submerchant: Submerchant): Promise<SubmerchantResponse> {
    return this.transition(tx, submerchant, 'resubmit', BY_MERCHANT);
  }

  /**
   * An approval, not saved yet. Throws INVALID_STATE.
   * @param along changes of its parts that come with it: they are a version of their own, before that of the approval
   * @param counts how its requirements stand once it is approved
   */
  approved(
    submerchant: Submerchant,
    actor: Actor,
    along: readonly Change[],
    counts: RequirementCounts,
  ): ChangeAnswered {
    const before = along.length === 0 ? [] : this.changed(submerchant, ...along).history;
    const change = take(submerchant, 'approve', actor);
    const now = this.clock.now();
    submerchant.reviewedAt = now;
    submerchant.activatedAt ??= now;
    const changed = this.changed(submerchant, change);
    const response = toSubmerchantResponse(submerchant, counts);
    const event = this.outbox.row(announcement(submerchant, 'approve', response));
    return { changed: { ...changed, history: [...before, ...changed.history], event }, response };
  }

  /** Throws INVALID_STATE. */
  async reject(
    tx: Tx,
    submerchant: Submerchant,
    actor: Actor,
    rejection: Rejection,
  ): Promise<SubmerchantResponse> {
    submerchant.rejection = rejection;
    submerchant.reviewedAt = this.clock.now();
    const { reasons, correctable } = rejection;
    return this.transition(tx, submerchant, 'reject', actor, { reasons, correctable });
  }

  /** The operator sends a case back, also one that was rejected for good. Throws INVALID_STATE. */
  async requestResubmission(
    tx: Tx,
    submerchant: Submerchant,
    actor: Actor,
    reasons: readonly RejectionReason[],
  ): Promise<SubmerchantResponse> {
    submerchant.rejection = { reasons, correctable: true };
    submerchant.reviewedAt = this.clock.now();
    return this.transition(tx, submerchant, 'request_resubmission', actor, { reasons });
  }

  /** Throws INVALID_STATE. The note is the operators' own: no merchant sees it. */
  async suspend(tx: Tx, submerchant: Submerchant, actor: Actor, note: string): Promise<SubmerchantResponse> {
    return this.transition(tx, submerchant, 'suspend', actor, { note });
  }

  /** Throws INVALID_STATE. The note is the operators' own: no merchant sees it. */
  async reactivate(
    tx: Tx,
    submerchant: Submerchant,
    actor: Actor,
    note: string,
  ): Promise<SubmerchantResponse> {
    return this.transition(tx, submerchant, 'reactivate', actor, { note });
  }

  private async transition(
    tx: Tx,
    submerchant: Submerchant,
    trigger: keyof typeof OUTCOMES,
    actor: Actor,
    details?: Details,
  ): Promise<SubmerchantResponse> {
    await this.record(tx, submerchant, take(submerchant, trigger, actor, details));
    const response = await this.reader.respond(submerchant, tx);
    await this.outbox.append(tx, announcement(submerchant, trigger, response));
    return response;
  }

  /** Saves what changed of a locked submerchant, and tells of it. */
  async save(tx: Tx, { submerchant, history, event }: ChangedSubmerchant): Promise<void> {
    await ahead(tx, () => this.repository.update(tx, submerchant, history));
    if (submerchant.activatedAt !== null) await this.wallets.followSubmerchant(tx, submerchant);
    if (event !== null) await this.outbox.appendRows(tx, [event]);
  }
}

function neverActive(submerchants: readonly (Submerchant | null)[]): (Submerchant | null)[] {
  return submerchants.map((submerchant) => (submerchant?.activatedAt === null ? submerchant : null));
}

/** Changes the status, not yet the row; answers what that is in the history. Throws INVALID_STATE. */
function take(
  submerchant: Submerchant,
  trigger: keyof typeof OUTCOMES,
  actor: Actor,
  details?: Details,
): Change {
  const from = submerchant.status;
  submerchant.status = submerchantTransitions.next(from, trigger);
  return { type: OUTCOMES[trigger].type, actor, from, to: submerchant.status, details };
}

function announcement(
  { merchantId, id: resourceId, updatedAt: occurredAt }: Submerchant,
  trigger: keyof typeof OUTCOMES,
  response: SubmerchantResponse,
): NewOutboxEvent {
  const { event } = OUTCOMES[trigger];
  return { event, merchantId, resourceId, payload: { submerchant: response }, occurredAt };
}
