import { Injectable } from '@nestjs/common';
import type { HeldRefund, RefundMovement, RefundedShare, TakenFrom } from '../../charges';
import { IdGenerator } from '../../common';
import { commonErrors } from '../../common/errors';
import { ahead, together, type Tx } from '../../database';
import { type AccountRef, type Line, LedgerService, type NewTransaction, walletAccount } from '../../ledger';
import { WalletDebtService } from '../../wallets';
import { PostedFirstService } from '../posted-first.service';
import { PromisedReceivablesService } from '../anticipations/promised-receivables.service';
import { giveBack } from '../receivable.changes';
import { ReceivableRepository } from '../receivable.repository';
import { settlementRuns } from '../settlements/settlement-run.rules';
import { SettlementWriterService } from '../settlements/settlement-writer.service';
import { heldTransaction, refundCause, settledTransaction } from './refund-posting.rules';
import { planSources, type Purse } from './refund-sources.rules';
import { centsFrom, takeFromEach, toOpenReceivable } from './refunded-receivables';

/** Takes what a release makes free, by the same posting. */
export interface ReleaseClaim {
  /** From which it may take. */
  readonly accounts: readonly AccountRef[];
  /** @param centsOf what one of them holds once the refund is released */
  readonly claim: (centsOf: (account: AccountRef) => number) => Promise<readonly NewTransaction[]>;
}

const UNCLAIMED: ReleaseClaim = { accounts: [], claim: async () => [] };

/**
 * How the money of a refund moves (money contract §§ 11 and 17): held when it is asked for, gone when the provider has given
 * it back, put back to the cent when it failed. The caller holds the charge; locks go on to its receivables, their anticipations, then to accounts.
 */
@Injectable()
export class RefundMoneyService {
  constructor(
    private readonly receivables: ReceivableRepository,
    private readonly settlements: SettlementWriterService,
    private readonly postedFirst: PostedFirstService,
    private readonly promised: PromisedReceivablesService,
    private readonly debts: WalletDebtService,
    private readonly ledger: LedgerService,
    private readonly ids: IdGenerator,
  ) {}

  /** Answers where it is taken from. Throws INSUFFICIENT_BALANCE. */
  async hold(
    tx: Tx,
    refund: RefundMovement,
    shares: readonly RefundedShare[],
  ): Promise<readonly TakenFrom[]> {
    await this.postedFirst.assertPosted(tx, refund.merchantId, refund.chargeId);
    const receivables = await this.receivables.lockOfCharge(tx, refund.merchantId, refund.chargeId);
    const open = receivables.filter(({ status }) => status === 'waiting_funds');
    await this.promised.lock(tx, open);
    const { purses, debts } = await this.lockPurses(tx, refund.merchantId, shares);
    const planned = planSources(shares, open.map(toOpenReceivable), purses);
    if (planned.kind === 'missing') throw insufficient(planned.missingCents);
    const { taken } = planned;
    const changed = takeFromEach(open, taken, refund.at);
    await ahead(tx, () => this.receivables.updateReversed(tx, changed));
    await this.promised.noteChanged(tx, changed);
    await this.ledger.post(tx, [heldTransaction(refund, taken)]);
    const owing = new Set(taken.filter(({ source }) => source === 'debt').map(({ walletId }) => walletId));
    const mayOwe = new Map([...debts].filter(([walletId]) => owing.has(walletId)));
    await this.debts.noteOpened(tx, refund.merchantId, mayOwe);
    return taken;
  }

  async settle(tx: Tx, refunds: readonly HeldRefund[]): Promise<void> {
    for (const { merchantId, chargeId } of refunds)
      await this.postedFirst.assertPosted(tx, merchantId, chargeId);
    await this.ledger.post(
      tx,
      refunds.map((refund) => settledTransaction(refund, refund.taken)),
    );
  }

  /** What a receivable that was settled or anticipated meanwhile gets back becomes available at once: it waits for no day. */
  async release(
    tx: Tx,
    refund: RefundMovement,
    taken: readonly TakenFrom[],
    { accounts, claim }: ReleaseClaim = UNCLAIMED,
  ): Promise<void> {
    await this.postedFirst.assertPosted(tx, refund.merchantId, refund.chargeId);
    const receivables = await this.receivables.lockOfCharge(tx, refund.merchantId, refund.chargeId);
    const changed = receivables.filter((receivable) => centsFrom(taken, receivable) > 0);
    for (const receivable of changed) giveBack(receivable, centsFrom(taken, receivable), refund.at);
    await ahead(tx, () => this.receivables.updateReversed(tx, changed));
    await this.promised.noteChanged(tx, changed);
    const late = changed
      .filter(({ status }) => status === 'settled' || status === 'anticipated')
      .map((receivable) => ({ receivable, cents: centsFrom(taken, receivable) }));
    const runs = settlementRuns(late, () => this.ids.next(), refund.at);
    await this.settlements.write(tx, runs);
    const held = await this.lockReleased(tx, refund.merchantId, taken, accounts);
    const debts = debtsIn(held);
    const others = [
      ...this.repayments(refund, taken, debts),
      ...runs.flatMap(({ posting }) => posting ?? []),
    ];
    const lines = [
      ...heldTransaction(refund, taken).lines.map(negative),
      ...others.flatMap((one) => one.lines),
    ];
    const claimed = await claim((account) => centsAfter(held, lines, account));
    const { reference: reverses } = refundCause(refund, 'held');
    await this.ledger.post(tx, [{ ...refundCause(refund, 'released'), reverses }, ...others, ...claimed]);
    await this.debts.recordChanges(tx, refund.merchantId, debts);
  }

  /** A debt that was taken for it and was paid meanwhile can not become smaller: what it was paid with is given back. */
  private repayments(
    { merchantId }: RefundMovement,
    taken: readonly TakenFrom[],
    debts: ReadonlyMap<string, number>,
  ): NewTransaction[] {
    return [...debts].flatMap(([id, debtCents]) => {
      const ofDebt = taken.filter(({ walletId, source }) => walletId === id && source === 'debt');
      const freedCents = ofDebt.reduce((total, { amountCents }) => total + amountCents, 0);
      return this.debts.repaymentOf({ merchantId, id }, debtCents, freedCents) ?? [];
    });
  }

  /**
   * What is held by accounts that are locked from here on: those of a claim, and where it takes of a debt, or anything is claimed,
   * all that the release takes from.
   */
  private async lockReleased(
    tx: Tx,
    merchantId: string,
    taken: readonly TakenFrom[],
    claimed: readonly AccountRef[],
  ): Promise<readonly HeldAccount[]> {
    if (claimed.length === 0 && !taken.some(({ source }) => source === 'debt')) return [];
    const wallets = [...new Set(taken.map(({ walletId }) => walletId))];
    const names = ['debt', 'in_transit', 'waiting_funds'] as const;
    const accounts = [
      ...claimed,
      ...wallets
        .flatMap((id) => names.map((name) => walletAccount(id, name)))
        .filter((account) => !claimed.some((other) => isSame(account, other))),
    ];
    const cents = await this.ledger.lock(tx, merchantId, accounts);
    return accounts.map((account, index) => ({ account, cents: cents[index] ?? 0 }));
  }

  /** What recipients and those who answer for them have, and what they may still come to owe; locked from here on. */
  private async lockPurses(
    tx: Tx,
    merchantId: string,
    shares: readonly RefundedShare[],
  ): Promise<{ purses: ReadonlyMap<string, Purse>; debts: ReadonlyMap<string, number> }> {
    const wallets = shares
      .filter(({ amountCents, liable }) => amountCents > 0 || liable)
      .map(({ recipientId }) => recipientId);
    const names = ['available', 'debt', 'waiting_funds'] as const;
    const accounts: AccountRef[] = wallets.flatMap((id) => names.map((name) => walletAccount(id, name)));
    const [limits, held] = await together(tx, [
      () => this.debts.listLimits(tx, merchantId, wallets),
      () => this.ledger.lock(tx, merchantId, accounts),
    ]);
    const purses = new Map<string, Purse>();
    const debts = new Map<string, number>();
    wallets.forEach((walletId, index) => {
      const [availableCents = 0, debtCents = 0] = held.slice(index * names.length);
      const limit = limits.get(walletId) ?? Infinity;
      purses.set(walletId, { availableCents, creditCents: Math.max(0, limit + debtCents) });
      debts.set(walletId, debtCents);
    });
    return { purses, debts };
  }
}

/** What a locked account holds. */
interface HeldAccount {
  readonly account: AccountRef;
  readonly cents: number;
}

/** What wallets owe, by their ids. */
function debtsIn(held: readonly HeldAccount[]): ReadonlyMap<string, number> {
  const debts = held.filter(({ account }) => account.name === 'debt');
  return new Map(debts.map(({ account, cents }) => [account.walletId ?? '', cents]));
}

function centsAfter(held: readonly HeldAccount[], lines: readonly Line[], account: AccountRef): number {
  const before = held.find((other) => isSame(other.account, account))?.cents ?? 0;
  return lines
    .filter((line) => isSame(line.account, account))
    .reduce((total, { amountCents }) => total + amountCents, before);
}

function isSame(one: AccountRef, other: AccountRef): boolean {
  return one.walletId === other.walletId && one.name === other.name;
}

function negative({ account, amountCents }: Line): Line {
  return { account, amountCents: -amountCents };
}

function insufficient(missingCents: readonly number[]): Error {
  return commonErrors.INSUFFICIENT_BALANCE({
    details: missingCents.flatMap((cents, index) =>
      cents === 0
        ? []
        : [
            {
              field: `split[${index}]`,
              code: 'insufficient_balance',
              message: 'cannot give back its part, and nobody who answers for it can',
            },
          ],
    ),
  });
}
