import { Injectable } from '@nestjs/common';
import { Clock } from '../common';
import type { DeclaredEvent } from '../common/events';
import { Outbox } from '../common/outbox';
import { ahead, type Tx } from '../database';
import { type Actor, BY_MERCHANT } from './history/actor';
import { SubmerchantHistoryRepository } from './history/submerchant-history.repository';
import type { Rejection, RejectionReason, Submerchant } from './submerchant.entity';
import { SUBMERCHANT_EVENTS } from './submerchant.events';
import { SubmerchantReader } from './submerchant.reader';
import { SubmerchantRepository } from './submerchant.repository';
import { SubmerchantWallets } from './ports/submerchant-wallets.port';
import type { SubmerchantResponse } from './submerchant.response';
import { type SubmerchantTrigger, submerchantTransitions } from './submerchant.transitions';

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

  /** Inserts a new record; creation leaves no event (contract §7). */
  async create(tx: Tx, submerchant: Submerchant, details: Details): Promise<void> {
    const { merchantId, id: submerchantId, version, status, createdAt } = submerchant;
    const entry = { type: 'created', actor: BY_MERCHANT, from: null, to: status, details };
    const step = this.history.row({ ...entry, merchantId, submerchantId, version, at: createdAt });
    await ahead(tx, () => this.repository.insert(tx, submerchant, [step]));
  }

  /** Saves the locked submerchant after changes of any number of its parts: one version more, one entry for each. */
  async record(tx: Tx, submerchant: Submerchant, ...changes: readonly Change[]): Promise<void> {
    await this.save(tx, submerchant, this.clock.now(), changes);
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

  /** Throws INVALID_STATE. */
  async submit(tx: Tx, submerchant: Submerchant): Promise<SubmerchantResponse> {
    submerchant.submittedAt = this.clock.now();
    submerchant.rounds += 1;
    // Contract §5: the last rejection stays visible until the next submission.
    submerchant.rejection = null;
    return this.transition(tx, submerchant, 'submit', BY_MERCHANT);
  }

  /** The merchant opens a correctable rejection again. Throws INVALID_STATE. */
  async resubmit(tx: Tx, submerchant: Submerchant): Promise<SubmerchantResponse> {
    return this.transition(tx, submerchant, 'resubmit', BY_MERCHANT);
  }

  /** Throws INVALID_STATE. */
  async approve(tx: Tx, submerchant: Submerchant, actor: Actor): Promise<SubmerchantResponse> {
    const now = this.clock.now();
    submerchant.reviewedAt = now;
    submerchant.activatedAt ??= now;
    return this.transition(tx, submerchant, 'approve', actor);
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
    const now = this.clock.now();
    const from = submerchant.status;
    const { type, event } = OUTCOMES[trigger];
    submerchant.status = submerchantTransitions.next(from, trigger);
    const { merchantId, status: to } = submerchant;
    await this.save(tx, submerchant, now, [{ type, actor, from, to, details }]);
    const response = await this.reader.respond(submerchant, tx);
    await this.outbox.append(tx, {
      event,
      merchantId,
      resourceId: submerchant.id,
      payload: { submerchant: response },
      occurredAt: now,
    });
    return response;
  }

  private async save(tx: Tx, submerchant: Submerchant, now: Date, changes: readonly Change[]): Promise<void> {
    submerchant.version += 1;
    submerchant.updatedAt = now;
    const { merchantId, id: submerchantId, version } = submerchant;
    const history = changes.map((change) =>
      this.history.row({ ...change, merchantId, submerchantId, version, at: now }),
    );
    await ahead(tx, () => this.repository.update(tx, submerchant, history));
    if (submerchant.activatedAt !== null) await this.wallets.followSubmerchant(tx, submerchant);
  }
}
