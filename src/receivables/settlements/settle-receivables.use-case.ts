import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import { type Tx, TxRunner } from '../../database';
import { LedgerService } from '../../ledger';
import { PromisedReceivablesService } from '../anticipations/promised-receivables.service';
import { netOf, type Receivable } from '../receivable.entity';
import { type DueReceivables, ReceivableRepository } from '../receivable.repository';
import { type SettledPart, type SettlementRun, settlementRuns } from './settlement-run.rules';
import { SettlementWriterService } from './settlement-writer.service';

/** Of one settlement (money contract §14), and of one transaction of the database. */
const MAX_RECEIVABLES = 5_000;
/** Settlements of one transaction: each is a transaction of the books. */
const MAX_SETTLEMENTS = 250;

/** What became available, in cents, reserves included. */
export interface SettledMoney {
  readonly settlements: number;
  readonly receivables: number;
  readonly amountCents: number;
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

  /** Answers what was settled. */
  async execute(due: DueReceivables): Promise<SettledMoney> {
    const settled = { settlements: 0, receivables: 0, amountCents: 0 };
    for (;;) {
      const runs = await this.transactions.run((tx) => this.settle(tx, due));
      if (runs.length === 0) return settled;
      for (const { settlement } of runs) {
        settled.settlements += 1;
        settled.receivables += settlement.count;
        settled.amountCents += settlement.amountCents;
      }
    }
  }

  /** None when nothing was left that nobody else holds. */
  private async settle(tx: Tx, due: DueReceivables): Promise<SettlementRun[]> {
    const locked = await this.receivables.lockDue(tx, due, MAX_RECEIVABLES);
    if (locked.length === 0) return [];
    const now = this.clock.now();
    const runs = settlementRuns(locked.map(netPart), () => this.ids.next(), now).slice(0, MAX_SETTLEMENTS);
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
    return runs;
  }
}

const netPart = (receivable: Receivable): SettledPart => ({ receivable, cents: netOf(receivable) });
