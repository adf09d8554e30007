import { Injectable } from '@nestjs/common';
import type { NewHold, TakenFrom } from '../../charges';
import { ahead, together, type Tx } from '../../database';
import { type AccountRef, type BookAccounts, LedgerService, walletAccount } from '../../ledger';
import { PostedFirstService } from '../posted-first.service';
import type { Receivable } from '../receivable.entity';
import { ReceivableRepository } from '../receivable.repository';
import { heldTransaction } from './refund-posting.rules';
import { planSources, type Purse } from './refund-sources.rules';
import { takeFromEach, toOpenReceivable } from './refunded-receivables';

/** For somebody else who holds one of the wallets at this moment: the others of the group wait with it. */
const WAITS_MS = 250;

interface Hold extends NewHold {
  readonly receivables: readonly Receivable[];
}

/** A hold, and where its money is taken from. */
interface PlannedHold extends Hold {
  readonly taken: readonly TakenFrom[];
}

/**
 * Holds the money of refunds that are asked for at the same time (decision 0028): those of one wallet follow each other, so what a
 * transaction costs is what all of them wait for. What `RefundMoneyService` takes of receivables and of what is available is taken
 * here in the same order; whatever else there is to one, it is held there.
 */
@Injectable()
export class RefundHoldsService {
  constructor(
    private readonly receivables: ReceivableRepository,
    private readonly postedFirst: PostedFirstService,
    private readonly ledger: LedgerService,
  ) {}

  async hold(tx: Tx, refunds: readonly NewHold[]): Promise<(readonly TakenFrom[] | null)[]> {
    const books = booksOf(refunds);
    const [receivables, cents] = await together(tx, [
      () =>
        this.receivables.lockFreeOfCharges(
          tx,
          refunds.map(({ refund }) => refund),
        ),
      () => this.ledger.lockSoon(tx, books, WAITS_MS),
    ]);
    const complete = await this.completeOf(tx, books);
    const available = new Map(
      books.flatMap(({ accounts }, book) =>
        accounts.flatMap(({ walletId, name }, place) =>
          name === 'available' ? [[walletId, cents[book]?.[place] ?? 0] as const] : [],
        ),
      ),
    );
    const planned = refunds.map((one, index) => {
      const own = receivables[index];
      if (!own || !complete.has(one.refund.merchantId)) return null;
      return planHold({ ...one, receivables: own }, available);
    });
    await this.write(
      tx,
      planned.filter((one) => one !== null),
    );
    return planned.map((one) => one?.taken ?? null);
  }

  private async write(tx: Tx, planned: readonly PlannedHold[]): Promise<void> {
    if (planned.length === 0) return;
    const changed = planned.flatMap(({ refund, receivables, taken }) =>
      takeFromEach(receivables, taken, refund.at),
    );
    await ahead(tx, () => this.receivables.updateReversed(tx, changed));
    await this.ledger.post(
      tx,
      planned.map(({ refund, taken }) => heldTransaction(refund, taken)),
    );
  }

  /** The merchants of these books that have nothing of before which is not posted. */
  private async completeOf(tx: Tx, books: readonly BookAccounts[]): Promise<ReadonlySet<string>> {
    const complete = new Set<string>();
    for (const { merchantId } of books)
      if (await this.postedFirst.isComplete(merchantId, tx)) complete.add(merchantId);
    return complete;
  }
}

/** What holding them takes from. */
function booksOf(refunds: readonly NewHold[]): BookAccounts[] {
  const walletsOf = new Map<string, Set<string>>();
  for (const { refund, shares } of refunds) {
    const wallets = walletsOf.get(refund.merchantId) ?? new Set();
    for (const { recipientId, amountCents } of shares) if (amountCents > 0) wallets.add(recipientId);
    walletsOf.set(refund.merchantId, wallets);
  }
  const accountsOf = (walletId: string): AccountRef[] => [
    walletAccount(walletId, 'available'),
    walletAccount(walletId, 'waiting_funds'),
  ];
  return [...walletsOf].map(([merchantId, wallets]) => ({
    merchantId,
    accounts: [...wallets].flatMap(accountsOf),
  }));
}

/**
 * Null where a receivable of it waits in an anticipation, and where somebody would owe, or answer for another one.
 * @param available what wallets have in cents, by their ids: what this one takes is taken from it
 */
function planHold(hold: Hold, available: Map<string, number>): PlannedHold | null {
  const open = hold.receivables.filter(({ status }) => status === 'waiting_funds');
  if (open.some(({ anticipationId }) => anticipationId !== null)) return null;
  const purses = new Map<string, Purse>(
    hold.shares.map(({ recipientId }) => [
      recipientId,
      { availableCents: available.get(recipientId) ?? 0, creditCents: Infinity },
    ]),
  );
  const planned = planSources(hold.shares, open.map(toOpenReceivable), purses);
  if (planned.kind === 'missing' || planned.taken.some(({ source }) => source === 'debt')) return null;
  for (const { walletId, source, amountCents } of planned.taken)
    if (source === 'available') available.set(walletId, (available.get(walletId) ?? 0) - amountCents);
  return { ...hold, taken: planned.taken };
}
