import { Injectable } from '@nestjs/common';
import type { PastCharge } from '../../charges';
import { IdGenerator } from '../../common';
import { type BankCalendar, localDay } from '../../common/calendar';
import type { Tx } from '../../database';
import { getSettlementTerm, termsOfProduct } from '../../terms';
import { dueDatesOf } from '../capture/due-date.rules';
import type { Receivable } from '../receivable.entity';
import { ReceivableRepository } from '../receivable.repository';
import { type SettlementRun, settlementRuns } from '../settlements/settlement-run.rules';
import { SettlementRepository } from '../settlements/settlement.repository';
import { type DatedPosting, PastMoney, type PastSettlement } from './past-money';
import type { PastPurses } from './past-purses';

/** Receivables and settlements of charges of before. What happened then is not announced now. */
@Injectable()
export class PastMoneyService {
  constructor(
    private readonly receivables: ReceivableRepository,
    private readonly settlements: SettlementRepository,
    private readonly ids: IdGenerator,
  ) {}

  /** A capture by the terms that everybody has who agreed on nothing. */
  begin(past: PastCharge, calendar: BankCalendar, purses: PastPurses): PastMoney {
    const { livemode, paymentMethod, installments, capturedAt } = past.charge;
    const { conditions } = getSettlementTerm(termsOfProduct(livemode ? 'live' : 'test'), paymentMethod);
    const dueDates = dueDatesOf(conditions, localDay(capturedAt), installments, calendar);
    return new PastMoney(past, dueDates, purses, () => this.ids.next());
  }

  /**
   * Writes what was played, of one merchant, as of a moment: one settlement a wallet and due date. Answers all that is to be posted,
   * in the order in which it happened.
   */
  async write(tx: Tx, played: readonly PastMoney[], now: Date): Promise<DatedPosting[]> {
    const parts = played.flatMap(({ settlements }) => settlements);
    const onTime = this.runs(parts.filter(({ isLate }) => !isLate));
    const late = this.runs(parts.filter(({ isLate }) => isLate));
    for (const { run } of onTime)
      for (const receivable of run.receivables) receivable.settlementId = run.settlement.id;
    const runs = [...onTime, ...late];
    if (runs.length > 0)
      await this.settlements.insert(
        tx,
        runs.map(({ run }) => run.settlement),
      );
    const receivables = played.flatMap((one) => one.receivables);
    for (const receivable of receivables) receivable.updatedAt = now;
    await this.receivables.insertPast(tx, receivables);
    const postings = [
      ...onTime.flatMap(posted),
      ...played.flatMap((one) => one.postings),
      ...late.flatMap(posted),
    ];
    // The sort is stable: of one moment, what was due comes before what took of it.
    return postings.sort((one, other) => one.at.getTime() - other.at.getTime());
  }

  /** Those of one moment together. */
  private runs(
    parts: readonly PastSettlement[],
  ): { readonly at: Date; readonly run: SettlementRun<Receivable> }[] {
    const moments = new Map<number, PastSettlement[]>();
    for (const part of parts) {
      const time = part.at.getTime();
      const together = moments.get(time);
      if (together === undefined) moments.set(time, [part]);
      else together.push(part);
    }
    return [...moments].flatMap(([time, together]) => {
      const at = new Date(time);
      return settlementRuns(together, () => this.ids.next(), at).map((run) => ({ at, run }));
    });
  }
}

function posted({ at, run }: { readonly at: Date; readonly run: SettlementRun }): DatedPosting[] {
  return run.posting === null ? [] : [{ at, posting: run.posting }];
}
