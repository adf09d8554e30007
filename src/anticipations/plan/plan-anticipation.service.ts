import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock } from '../../common';
import { validationFailed } from '../../common/errors';
import type { Reading, Tx } from '../../database';
import {
  type AnticipableReceivable,
  AnticipableReceivablesService,
  type AnticipableWanted,
} from '../../receivables';
import { BankCalendarReader, getAnticipationTerm, TermsReader } from '../../terms';
import { MAX_ITEMS, type Timeframe } from '../anticipation.entity';
import { anticipationErrors } from '../anticipation.errors';
import { type Part, partFor, type PartTotals, shortestRun, totalsOf } from './anticipation-plan.rules';
import { defaultPaymentDate, paymentDateFault } from './payment-date.rules';

/** What a merchant asks for. */
export interface AnticipationWish {
  readonly walletId: string;
  /** What should come of it, in cents; null: as much as there is. */
  readonly payoutCents: number | null;
  readonly timeframe: Timeframe;
  /** Null: whichever there are. */
  readonly receivableIds: readonly string[] | null;
  /** YYYY-MM-DD; null: as soon as can be. */
  readonly paymentDate: string | null;
}

/** What an anticipation would be of, and cost. */
export interface AnticipationPlan {
  readonly parts: readonly Part[];
  readonly totals: PartTotals;
  readonly monthlyPpm: number;
  readonly paymentDate: string;
  /** Up to this amount the terms approve it; null: any. */
  readonly automaticUpToCents: number | null;
}

/** Works out anticipations: one that is simulated and one that is asked for are the same (money contract §16). */
@Injectable()
export class PlanAnticipationService {
  constructor(
    private readonly receivables: AnticipableReceivablesService,
    private readonly terms: TermsReader,
    private readonly calendar: BankCalendarReader,
    private readonly clock: Clock,
  ) {}

  /** Throws ANTICIPATION_NOT_ENABLED, NOTHING_TO_ANTICIPATE, ANTICIPATION_TOO_LARGE, VALIDATION_FAILED. */
  async plan(merchant: MerchantIdentity, wish: AnticipationWish): Promise<AnticipationPlan> {
    return this.work(merchant, wish, null);
  }

  /** As plan, of receivables that are locked until the transaction ends. The caller holds the wallet for itself. */
  async planLocked(tx: Tx, merchant: MerchantIdentity, wish: AnticipationWish): Promise<AnticipationPlan> {
    return this.work(merchant, wish, tx);
  }

  private async work(
    { merchantId, mode }: MerchantIdentity,
    wish: AnticipationWish,
    tx: Tx | null,
  ): Promise<AnticipationPlan> {
    const reading = tx ?? undefined;
    const now = this.clock.now();
    const terms = await this.terms.listInForce({ merchantId, mode }, now, reading);
    const { enabled, monthly_percentage_ppm: monthlyPpm, ...term } = getAnticipationTerm(terms).conditions;
    if (!enabled) throw anticipationErrors.ANTICIPATION_NOT_ENABLED();
    const after = await this.paymentDate(wish.paymentDate, now, reading);
    const wanted: AnticipableWanted = {
      ...{ merchantId, walletId: wish.walletId, after, monthlyPpm, limit: MAX_ITEMS },
      ...{ order: wish.timeframe === 'start' ? 'nearest' : 'farthest', ids: wish.receivableIds },
    };
    const parts = tx === null ? await this.choose(wish, wanted) : await this.chooseLocked(tx, wish, wanted);
    const planned = { parts, totals: totalsOf(parts), monthlyPpm, paymentDate: after };
    return { ...planned, automaticUpToCents: term.automatic_up_to_cents };
  }

  private async choose(wish: AnticipationWish, wanted: AnticipableWanted): Promise<readonly Part[]> {
    return chosen(wish, wanted, await this.receivables.list(wanted));
  }

  /** Locks what it chooses. What somebody took of it meanwhile is made good from the rest, all of which is locked then. */
  private async chooseLocked(
    tx: Tx,
    wish: AnticipationWish,
    wanted: AnticipableWanted,
  ): Promise<readonly Part[]> {
    const first = chosen(wish, wanted, await this.receivables.list(wanted, tx));
    const ids = first.map(({ receivableId }) => receivableId);
    if (isSame(first, await this.receivables.lockListed(tx, wanted, ids))) return first;
    const all = await this.receivables.list(wanted, tx);
    const allIds = all.map(({ id }) => id);
    return chosen(wish, wanted, await this.receivables.lockListed(tx, wanted, allIds));
  }

  private async paymentDate(named: string | null, now: Date, reading?: Reading): Promise<string> {
    const calendar = await this.calendar.get(reading);
    if (named === null) return defaultPaymentDate(now, calendar);
    const fault = paymentDateFault(named, now, calendar);
    if (fault !== null) throw validationFailed([fault]);
    return named;
  }
}

/** Of what there is, what the wish takes. */
function chosen(
  { payoutCents, receivableIds }: AnticipationWish,
  { monthlyPpm, after }: AnticipableWanted,
  candidates: readonly AnticipableReceivable[],
): readonly Part[] {
  const parts = candidates.flatMap((candidate) => partFor(candidate, monthlyPpm, after) ?? []);
  if (parts.length === 0) throw anticipationErrors.NOTHING_TO_ANTICIPATE();
  if (receivableIds !== null) assertAllThere(receivableIds, parts);
  if (payoutCents === null) return parts;
  const run = shortestRun(parts, payoutCents);
  if (run === null) throw anticipationErrors.ANTICIPATION_TOO_LARGE();
  return run;
}

/** Who names receivables gets these or none. */
function assertAllThere(ids: readonly string[], parts: readonly Part[]): void {
  const there = new Set(parts.map(({ receivableId }) => receivableId));
  const details = ids.flatMap((id, index) =>
    there.has(id)
      ? []
      : [
          {
            field: `receivable_ids[${index}]`,
            code: 'not_eligible',
            message: 'must be the id of a receivable of this wallet that can be paid early',
          },
        ],
  );
  if (details.length > 0) throw validationFailed(details);
}

function isSame(parts: readonly Part[], candidates: readonly AnticipableReceivable[]): boolean {
  return (
    parts.length === candidates.length &&
    parts.every(({ receivableId, netCents }, index) => {
      const candidate = candidates[index];
      return candidate?.id === receivableId && candidate.netCents === netCents;
    })
  );
}
