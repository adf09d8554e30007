import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import { type AccountRef, bookAccount, LedgerService, walletAccount } from '../../ledger';
import { DisputeFundsService } from '../../receivables';
import { WalletDebtService } from '../../wallets';
import type { DisputeBearer } from '../dispute-bearer.entity';
import type { DisputeSource, ReturnedTo } from '../dispute-source.entity';
import type { BornePart } from './bearers.rules';
import { debitLines, type DisputeMovement, moveLines, posting } from './dispute-posting.rules';
import { DisputeSourcePlan, type DrawnFrom } from './dispute-sources.rules';

/** What a dispute that is opened takes at once. */
export interface OpenedMoney {
  readonly drawn: readonly DrawnFrom[];
  /** By the places of the parts that it is of. */
  readonly blockedCents: readonly number[];
}

/** Accounts that a dispute takes from, of each of its bearers. */
export const TAKEN_FROM = ['available', 'waiting_funds', 'reserve', 'blocked', 'debt'] as const;

/**
 * How the money of a dispute moves (money contract §§ 11 and 17). The caller holds the charge and the dispute; locks go on to the
 * charge's receivables, to reserves, then to accounts.
 */
@Injectable()
export class DisputeMoneyService {
  constructor(
    private readonly funds: DisputeFundsService,
    private readonly ledger: LedgerService,
    private readonly debts: WalletDebtService,
  ) {}

  /** A chargeback is debited when it is opened, with its fee. */
  async debit(
    tx: Tx,
    dispute: DisputeMovement,
    amounts: readonly BornePart[],
    fees: readonly BornePart[],
  ): Promise<OpenedMoney> {
    const { plan, debts } = await this.plan(tx, dispute, walletsOf([...amounts, ...fees]));
    plan.draw(amounts, false);
    plan.draw(fees, true);
    await this.funds.take(tx, dispute, plan.drawn, dispute.recordedAt);
    await this.post(tx, posting(dispute, 'debited', debitLines(dispute.provider, plan.drawn)));
    await this.debts.noteOpened(tx, dispute.merchantId, debts);
    return { drawn: plan.drawn, blockedCents: amounts.map(() => 0) };
  }

  /** Of the return of a pix what its bearers have available is blocked; its fee is taken at once, from what is left. */
  async block(
    tx: Tx,
    dispute: DisputeMovement,
    amounts: readonly BornePart[],
    fees: readonly BornePart[],
  ): Promise<OpenedMoney> {
    const { plan, debts } = await this.plan(tx, dispute, walletsOf([...amounts, ...fees]));
    const blockedCents = plan.block(amounts);
    plan.draw(fees, true);
    await this.funds.take(tx, dispute, plan.drawn, dispute.recordedAt);
    const lines = amounts.flatMap(({ walletId }, place) =>
      moveLines(walletId, 'available', 'blocked', blockedCents[place] ?? 0),
    );
    lines.push(...debitLines(dispute.provider, plan.drawn));
    await this.post(tx, posting(dispute, 'blocked', lines));
    await this.debts.noteOpened(tx, dispute.merchantId, debts);
    return { drawn: plan.drawn, blockedCents };
  }

  /** It is lost: what each bears is debited, what was blocked first; the rest of that is available again. */
  async debitBlocked(
    tx: Tx,
    dispute: DisputeMovement,
    bearers: readonly DisputeBearer[],
    amounts: readonly BornePart[],
  ): Promise<readonly DrawnFrom[]> {
    const blocked = new Map(bearers.map(({ walletId, blockedCents }) => [walletId, blockedCents]));
    const { plan, debts } = await this.plan(tx, dispute, walletsOf([...bearers, ...amounts]), blocked);
    plan.draw(amounts, false);
    await this.funds.take(tx, dispute, plan.drawn, dispute.recordedAt);
    const rest = bearers.flatMap(({ walletId }) =>
      moveLines(walletId, 'blocked', 'available', plan.blockedLeft(walletId)),
    );
    await this.post(
      tx,
      posting(dispute, 'debited', debitLines(dispute.provider, plan.drawn)),
      posting(dispute, 'released', rest),
    );
    await this.debts.noteOpened(tx, dispute.merchantId, debts);
    return plan.drawn;
  }

  /** It is won: what was blocked is available again. */
  async release(tx: Tx, dispute: DisputeMovement, bearers: readonly DisputeBearer[]): Promise<void> {
    const lines = bearers.flatMap(({ walletId, blockedCents }) =>
      moveLines(walletId, 'blocked', 'available', blockedCents),
    );
    await this.post(tx, posting(dispute, 'released', lines));
  }

  /**
   * It is won: what was debited comes back, into the receivable that it came from while its day is ahead, else to what is
   * available. Answers where each went, in their order.
   */
  async giveBack(
    tx: Tx,
    dispute: DisputeMovement,
    sources: readonly DisputeSource[],
  ): Promise<readonly ReturnedTo[]> {
    const back = await this.funds.giveBack(tx, dispute, sources, dispute.recordedAt);
    const places = sources.map(({ receivableId }): ReturnedTo =>
      receivableId !== null && back.has(receivableId) ? 'receivable' : 'available',
    );
    const lines = sources.flatMap(({ walletId, amountCents }, index) => {
      const to = places[index] === 'receivable' ? 'waiting_funds' : 'available';
      return [
        { account: bookAccount(`clearing:${dispute.provider}`), amountCents: -amountCents },
        { account: walletAccount(walletId, to), amountCents },
      ];
    });
    await this.post(tx, posting(dispute, 'returned', lines));
    return places;
  }

  /** Locks all that these wallets may pay from; what they owed before is told too. */
  private async plan(
    tx: Tx,
    dispute: DisputeMovement,
    wallets: readonly string[],
    blockedCents: ReadonlyMap<string, number> = new Map(),
  ): Promise<{ plan: DisputeSourcePlan; debts: ReadonlyMap<string, number> }> {
    const { receivables, reserves } = await this.funds.lock(tx, dispute, wallets);
    const accounts: AccountRef[] = wallets.flatMap((id) => TAKEN_FROM.map((name) => walletAccount(id, name)));
    const held = accounts.length === 0 ? [] : await this.ledger.lock(tx, dispute.merchantId, accounts);
    const availableCents = new Map(
      wallets.map((walletId, index) => [walletId, held[index * TAKEN_FROM.length] ?? 0]),
    );
    const debts = new Map(
      wallets.map((walletId, index) => [walletId, held[(index + 1) * TAKEN_FROM.length - 1] ?? 0]),
    );
    return { plan: new DisputeSourcePlan({ receivables, reserves, availableCents, blockedCents }), debts };
  }

  private async post(tx: Tx, ...postings: readonly (ReturnType<typeof posting> | null)[]): Promise<void> {
    await this.ledger.post(
      tx,
      postings.flatMap((one) => one ?? []),
    );
  }
}

/** Each once, of those that bear something. */
export function walletsOf(parts: readonly BornePart[]): string[] {
  return [...new Set(parts.flatMap(({ walletId, amountCents }) => (amountCents > 0 ? [walletId] : [])))];
}
