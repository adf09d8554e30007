import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../common';
import type { DeclaredEvent } from '../common/events';
import { Outbox } from '../common/outbox';
import type { Tx } from '../database';
import { type Actor, HistoryWriter } from './history/history';
import { RequirementsReader } from './requirements-reader';
import type { Submerchant } from './submerchant.entity';
import { SubmerchantRepository } from './submerchant.repository';
import { SUBMERCHANT_EVENTS } from './submerchant.events';
import { type SubmerchantResponse, toSubmerchantResponse } from './submerchant.response';
import { type SubmerchantTrigger, submerchantTransitions } from './submerchant.transitions';

/** What happened, in the words of the timeline, and the event that tells it, by trigger. */
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
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * The only way to write a locked submerchant: what changes it grows its version and is written into its history,
 * and what changes its status also leaves an event, all in one transaction.
 */
@Injectable()
export class SubmerchantChanges {
  constructor(
    private readonly repository: SubmerchantRepository,
    private readonly history: HistoryWriter,
    private readonly outbox: Outbox,
    private readonly requirements: RequirementsReader,
    private readonly clock: Clock,
    private readonly dataSource: DataSource,
  ) {}

  /** Saves the locked submerchant after changes of any number of its parts: one version more, one entry for each. */
  async record(tx: Tx, submerchant: Submerchant, ...changes: readonly Change[]): Promise<void> {
    const now = this.clock.now();
    await this.save(tx, submerchant, now);
    const { id: submerchantId, version } = submerchant;
    const entries = changes.map((change) => ({ ...change, submerchantId, version, at: now }));
    await this.history.append(tx, ...entries);
  }

  /**
   * Moves the locked submerchant by the table of its status machine; throws INVALID_STATE. Whatever the caller changed
   * of the record before is saved with it.
   */
  async transition(
    tx: Tx,
    submerchant: Submerchant,
    trigger: keyof typeof OUTCOMES,
    by: { readonly actor: Actor; readonly details?: Readonly<Record<string, unknown>> },
  ): Promise<SubmerchantResponse> {
    const now = this.clock.now();
    const from = submerchant.status;
    const { type, event } = OUTCOMES[trigger];
    submerchant.status = submerchantTransitions.next(from, trigger);
    await this.save(tx, submerchant, now);
    const { id: submerchantId, version, status: to } = submerchant;
    await this.history.append(tx, { type, from, to, submerchantId, version, at: now, ...by });
    const response = await this.respond(submerchant, tx);
    await this.outbox.append(tx, {
      event,
      merchantId: submerchant.merchantId,
      resourceId: submerchant.id,
      payload: { submerchant: response },
      occurredAt: now,
    });
    return response;
  }

  /** The record as its merchant sees it, read in the given transaction where there is one. */
  async respond(
    submerchant: Submerchant,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<SubmerchantResponse> {
    const [response] = await this.respondAll([submerchant], manager);
    if (response === undefined) throw new Error('one submerchant has one response');
    return response;
  }

  async respondAll(
    submerchants: readonly Submerchant[],
    manager: EntityManager = this.dataSource.manager,
  ): Promise<SubmerchantResponse[]> {
    const counts = await this.requirements.counts(submerchants, manager);
    return submerchants.map((submerchant) =>
      toSubmerchantResponse(submerchant, counts.get(submerchant.id) ?? { missing: 0, rejected: 0 }),
    );
  }

  private async save(tx: Tx, submerchant: Submerchant, now: Date): Promise<void> {
    submerchant.version += 1;
    submerchant.updatedAt = now;
    await this.repository.save(tx, submerchant);
  }
}
