import { Injectable } from '@nestjs/common';
import { Clock } from '../common';
import { localDay } from '../common/calendar';
import { Outbox } from '../common/outbox';
import type { Tx } from '../database';
import { LedgerService } from '../ledger';
import { AnticipableReceivablesService } from '../receivables';
import type { AnticipationItem } from './anticipation-item.entity';
import type { Anticipation, RefusalCode } from './anticipation.entity';
import { anticipationEvent } from './anticipation.events';
import { AnticipationRepository } from './anticipation.repository';
import { anticipationTransitions, type AnticipationTrigger } from './anticipation.transitions';
import { AnticipationItemRepository } from './items/anticipation-item.repository';
import { anticipationItemTransitions } from './items/anticipation-item.transitions';
import { paidOf } from './pay/anticipation-posting.rules';
import { type Part, partFor, totalsOf } from './plan/anticipation-plan.rules';

/** A locked anticipation with what still waits in it, whose receivables are locked too. */
export interface OpenAnticipation {
  readonly anticipation: Anticipation;
  items: readonly AnticipationItem[];
}

/** The one writer of anticipations: status, receivables, money, version and event together, on locked rows. */
@Injectable()
export class AnticipationLifecycle {
  constructor(
    private readonly anticipations: AnticipationRepository,
    private readonly items: AnticipationItemRepository,
    private readonly receivables: AnticipableReceivablesService,
    private readonly ledger: LedgerService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** A new one of locked receivables, which wait in it from here on; up to the terms' bound it is approved. */
  async begin(
    tx: Tx,
    anticipation: Anticipation,
    parts: readonly Part[],
    isWithinBound: boolean,
  ): Promise<OpenAnticipation> {
    const trigger = isWithinBound ? 'ask_within_bound' : 'ask';
    anticipation.status = anticipationTransitions.next(null, trigger);
    anticipation.decidedAt = isWithinBound ? anticipation.createdAt : null;
    await this.anticipations.insert(tx, anticipation);
    await this.items.insert(tx, anticipation, parts);
    const ids = parts.map(({ receivableId }) => receivableId);
    await this.receivables.promise(tx, anticipation, ids, anticipation.createdAt);
    await this.outbox.append(tx, anticipationEvent(anticipation));
    return { anticipation, items: await this.items.listOpen(tx, anticipation) };
  }

  /** Throws INVALID_STATE. */
  async approve(tx: Tx, { anticipation }: OpenAnticipation): Promise<void> {
    anticipation.decidedAt = this.clock.now();
    await this.change(tx, anticipation, 'approve');
  }

  /** Throws INVALID_STATE. The merchant reads the message. */
  async refuse(tx: Tx, open: OpenAnticipation, code: RefusalCode, message: string | null): Promise<void> {
    const { anticipation } = open;
    anticipationTransitions.next(anticipation.status, 'refuse');
    anticipation.decidedAt = this.clock.now();
    anticipation.refusalCode = code;
    anticipation.refusalMessage = message;
    await this.release(tx, open);
    await this.change(tx, anticipation, 'refuse');
  }

  /** Throws INVALID_STATE. */
  async cancel(tx: Tx, open: OpenAnticipation): Promise<void> {
    anticipationTransitions.next(open.anticipation.status, 'cancel');
    await this.release(tx, open);
    await this.change(tx, open.anticipation, 'cancel');
  }

  /**
   * Throws INVALID_STATE. One that is paid later than it was to be costs the days from then on; paid `early`, by the sandbox,
   * it costs what it would have cost.
   */
  async pay(tx: Tx, open: OpenAnticipation, when: 'due' | 'early'): Promise<void> {
    const { anticipation } = open;
    anticipationTransitions.next(anticipation.status, 'pay');
    const now = this.clock.now();
    const today = localDay(now);
    if (when === 'due' && anticipation.paymentDate < today) {
      anticipation.paymentDate = today;
      const isAny = await this.recount(tx, open, ({ netCents }) => netCents);
      if (!isAny) return this.change(tx, anticipation, 'lose_all');
    }
    await this.receivables.anticipate(tx, anticipation.merchantId, open.items, now);
    await this.items.end(tx, anticipation, 'pay');
    anticipation.paidAt = now;
    await this.ledger.post(tx, [paidOf(anticipation, now)]);
    await this.change(tx, anticipation, 'pay');
  }

  /** Of some of its receivables there is less or more than there was; 0: they do not wait any more, and have left it. */
  async noteNets(tx: Tx, open: OpenAnticipation, nets: ReadonlyMap<string, number>): Promise<void> {
    const isAny = await this.recount(tx, open, (item) => nets.get(item.receivableId) ?? item.netCents);
    if (isAny) await this.save(tx, open.anticipation);
    else await this.change(tx, open.anticipation, 'lose_all');
  }

  /** Works fee and payout out anew, without what is gone; answers whether anything is left. */
  private async recount(
    tx: Tx,
    open: OpenAnticipation,
    netOf: (item: AnticipationItem) => number,
  ): Promise<boolean> {
    const { anticipation } = open;
    const { merchantId, monthlyPpm, paymentDate } = anticipation;
    const freed: string[] = [];
    const changed: AnticipationItem[] = [];
    for (const item of open.items) {
      const netCents = netOf(item);
      const part = partFor(
        { id: item.receivableId, dueDate: item.dueDate, netCents },
        monthlyPpm,
        paymentDate,
      );
      if (part?.netCents === item.netCents && part.days === item.days) continue;
      if (part !== null) Object.assign(item, part);
      else item.state = anticipationItemTransitions.next(item.state, 'leave');
      changed.push(item);
      // Too little to be paid early, or due by now: it goes on waiting for its day.
      if (part === null && netCents > 0) freed.push(item.receivableId);
    }
    await this.items.update(tx, anticipation, changed);
    await this.receivables.free(tx, merchantId, freed, this.clock.now());
    open.items = open.items.filter(({ state }) => state === 'open');
    Object.assign(anticipation, totalsOf(open.items));
    return open.items.length > 0;
  }

  /** Its receivables wait for their days again. */
  private async release(tx: Tx, { anticipation, items }: OpenAnticipation): Promise<void> {
    const ids = items.map(({ receivableId }) => receivableId);
    await this.receivables.free(tx, anticipation.merchantId, ids, this.clock.now());
    await this.items.end(tx, anticipation, 'release');
  }

  private async change(tx: Tx, anticipation: Anticipation, trigger: AnticipationTrigger): Promise<void> {
    anticipation.status = anticipationTransitions.next(anticipation.status, trigger);
    await this.save(tx, anticipation);
    await this.outbox.append(tx, anticipationEvent(anticipation));
  }

  private async save(tx: Tx, anticipation: Anticipation): Promise<void> {
    anticipation.version += 1;
    anticipation.updatedAt = this.clock.now();
    await this.anticipations.update(tx, anticipation);
  }
}
