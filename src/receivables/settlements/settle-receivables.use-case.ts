import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import { keepToIndexes, type Tx, TxRunner } from '../../database';
import { LedgerService } from '../../ledger';
import { PromisedReceivablesService } from '../anticipations/promised-receivables.service';
import { netOf, type SettledReceivable } from '../receivable.entity';
import { type DuePlace, type DueReceivables, ReceivableRepository } from '../receivable.repository';
import { MAX_RECEIVABLES, nextLimit, settledInRound } from './settlement-round.rules';
import { type SettledPart, type SettlementRun, settlementRuns } from './settlement-run.rules';
import { SettlementWriterService } from './settlement-writer.service';

/** What became available, in cents, reserves included. */
export interface SettledMoney {
  readonly settlements: number;
  readonly receivables: number;
  readonly amountCents: number;
}

/** None locked: nothing was left that nobody else holds. */
interface Round {
  readonly locked: number;
  readonly runs: readonly SettlementRun[];
}

/** Makes available what is due (money contract §14): each receivable once, however many do so, whatever was missed before. */
@Injectable()
export class SettleReceivablesUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly receivables: ReceivableRepository,
    private readonly writing: SettlementWriterService,
    private readonly promised: PromisedReceivablesService,
    private readonly ledger: LedgerService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers what was settled.
   * @param stop ends it between two rounds
   */
  async execute(due: DueReceivables, stop?: AbortSignal): Promise<SettledMoney> {
    const settled = { settlements: 0, receivables: 0, amountCents: 0 };
    let place: DuePlace | null = null;
    for (let limit = MAX_RECEIVABLES; stop?.aborted !== true;) {
      const { locked, runs } = await this.round(due, place, limit);
      if (locked === 0) return settled;
      const count = runs.reduce((sum, { settlement }) => sum + settlement.count, 0);
      place = runs.at(-1)?.settlement ?? place;
      limit = nextLimit({ limit, locked, settled: count, settlements: runs.length });
      for (const { settlement } of runs) {
        settled.settlements += 1;
        settled.receivables += settlement.count;
        settled.amountCents += settlement.amountCents;
      }
    }
    return settled;
  }

  private round(due: DueReceivables, from: DuePlace | null, limit: number): Promise<Round> {
    return this.transactions.run((tx) => this.settle(tx, due, from, limit));
  }

  private async settle(tx: Tx, due: DueReceivables, from: DuePlace | null, limit: number): Promise<Round> {
    // Foreign keys too are checked by indexes then: a session keeps the plan that it made while settlements were few.
    await keepToIndexes(tx);
    const locked = await this.receivables.lockDue(tx, due, from, limit);
    if (locked.length === 0) return { locked: 0, runs: [] };
    const now = this.clock.now();
    const groups = settlementRuns(locked.map(netPart), () => this.ids.next(), now);
    const runs = settledInRound(groups, { limit, locked: locked.length });
    if (runs.length === 0) return { locked: locked.length, runs };
    await this.writing.write(tx, runs);
    await this.receivables.settle(
      tx,
      runs.map(({ settlement, receivables }) => ({
        merchantId: settlement.merchantId,
        settlementId: settlement.id,
        ids: receivables.map(({ id }) => id),
      })),
      now,
    );
    await this.promised.noteSettled(
      tx,
      runs.flatMap(({ receivables }) => receivables),
    );
    await this.ledger.post(
      tx,
      runs.flatMap(({ posting }) => posting ?? []),
    );
    return { locked: locked.length, runs };
  }
}

const netPart = (receivable: SettledReceivable): SettledPart => ({ receivable, cents: netOf(receivable) });
