import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import { addDays } from '../../common/calendar';
import { Outbox } from '../../common/outbox';
import { type Tx, TxRunner } from '../../database';
import { LedgerService, type NewTransaction, walletAccount } from '../../ledger';
import { heldBack } from '../captured-money';
import { netOf, type Receivable } from '../receivable.entity';
import { type DueReceivables, ReceivableRepository } from '../receivable.repository';
import type { Reserve } from '../reserves/reserve.entity';
import { ReserveRepository } from '../reserves/reserve.repository';
import type { Settlement } from './settlement.entity';
import { settlementCompleted } from './settlement.events';
import { SettlementRepository } from './settlement.repository';

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

/** Receivables that become available together, and what of them is held back. */
interface Run {
  readonly settlement: Settlement;
  readonly receivables: readonly Receivable[];
  readonly reserves: readonly Reserve[];
}

/** Makes available what is due (money contract §14): each receivable once, however many do so, whatever was missed before. */
@Injectable()
export class SettleReceivablesUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly receivables: ReceivableRepository,
    private readonly settlements: SettlementRepository,
    private readonly reserves: ReserveRepository,
    private readonly ledger: LedgerService,
    private readonly outbox: Outbox,
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
  private async settle(tx: Tx, due: DueReceivables): Promise<Run[]> {
    const locked = await this.receivables.lockDue(tx, due, MAX_RECEIVABLES);
    if (locked.length === 0) return [];
    const now = this.clock.now();
    const runs = byWalletAndDay(locked)
      .slice(0, MAX_SETTLEMENTS)
      .map((together) => this.runOf(together, now));
    await this.settlements.insert(
      tx,
      runs.map(({ settlement }) => settlement),
    );
    await this.receivables.settle(
      tx,
      runs.map(({ settlement, receivables }) => ({
        merchantId: settlement.merchantId,
        settlementId: settlement.id,
        ids: receivables.map(({ id }) => id),
      })),
      now,
    );
    await this.reserves.insert(
      tx,
      runs.flatMap(({ reserves }) => reserves),
    );
    await this.outbox.append(tx, ...runs.map(({ settlement }) => settlementCompleted(settlement)));
    // What is worth nothing is settled, and there is nothing to post.
    await this.ledger.post(tx, runs.filter(({ settlement }) => settlement.amountCents > 0).map(postingOf));
    return runs;
  }

  private runOf(receivables: readonly Receivable[], now: Date): Run {
    const [{ merchantId, walletId, dueDate }] = receivables as [Receivable];
    const id = this.ids.next();
    const reserves = heldBack(receivables).map(({ days, heldCents }) => ({
      ...{ merchantId, id: this.ids.next(), walletId, settlementId: id, chargeId: null },
      ...{ amountCents: heldCents, leftCents: heldCents, releasedAt: null, createdAt: now },
      releaseDate: addDays(dueDate, days),
    }));
    const settlement = {
      ...{ merchantId, id, walletId, dueDate, count: receivables.length, createdAt: now },
      amountCents: receivables.reduce((total, one) => total + netOf(one), 0),
      reserveCents: reserves.reduce((total, { amountCents }) => total + amountCents, 0),
    };
    return { settlement, receivables, reserves };
  }
}

/** In the order in which they come. */
function byWalletAndDay(receivables: readonly Receivable[]): Receivable[][] {
  const groups = new Map<string, Receivable[]>();
  for (const receivable of receivables) {
    const key = `${receivable.merchantId} ${receivable.walletId} ${receivable.dueDate}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [receivable]);
    else group.push(receivable);
  }
  return [...groups.values()];
}

function postingOf({ settlement }: Run): NewTransaction {
  const { merchantId, id, walletId, amountCents, reserveCents, createdAt } = settlement;
  return {
    merchantId,
    reference: `settlement:${id}`,
    kind: 'settlement',
    resource: { type: 'settlement', id },
    occurredAt: createdAt,
    lines: [
      { account: walletAccount(walletId, 'waiting_funds'), amountCents: -amountCents },
      { account: walletAccount(walletId, 'available'), amountCents: amountCents - reserveCents },
      { account: walletAccount(walletId, 'reserve'), amountCents: reserveCents },
    ].filter(({ amountCents: cents }) => cents !== 0),
  };
}
