import { Injectable } from '@nestjs/common';
import { commonErrors, insufficientBalance } from '../common/errors';
import type { Tx } from '../database';
import {
  AlreadyReversedError,
  LedgerReader,
  LedgerService,
  type Line,
  type NewReversal,
  type NewTransaction,
} from '../ledger';
import { WalletDebtService } from '../wallets';
import { bookErrors } from './book.errors';

type WalletLine = Line & { readonly account: { readonly walletId: string } };

/** Posts what operators decided on, as far as there is money for it, and announces the debts that it opened or ended. */
@Injectable()
export class BookPostingService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly reader: LedgerReader,
    private readonly debts: WalletDebtService,
  ) {}

  /** Whether these lines could be posted now. Throws INSUFFICIENT_BALANCE, DEBT_TOO_SMALL. */
  async check(tx: Tx, merchantId: string, lines: readonly Line[]): Promise<void> {
    const ofWallets = lines.filter(isOfWallet);
    const keys = [...new Set(ofWallets.map(({ account }) => account.walletId))];
    const held = await this.reader.listOfWallets(
      keys.map((walletId) => ({ merchantId, walletId })),
      tx,
    );
    for (const line of ofWallets)
      assertWithin(line, held.get(line.account.walletId)?.[line.account.name] ?? 0, isOfSeveral(ofWallets));
  }

  /**
   * Once in a transaction, after the records that cause it are locked.
   * @param lines those of the posting, also where it is a reversal
   *
   * Throws INSUFFICIENT_BALANCE, DEBT_TOO_SMALL, INVALID_STATE for what is reversed already.
   */
  async post(tx: Tx, posting: NewTransaction | NewReversal, lines: readonly Line[]): Promise<void> {
    const { merchantId } = posting;
    const ofWallets = lines.filter(isOfWallet);
    const held = await this.ledger.lock(
      tx,
      merchantId,
      ofWallets.map(({ account }) => account),
    );
    // Somebody may have reversed it while this one waited for the accounts.
    if ('reverses' in posting) await this.assertNotReversed(tx, posting);
    ofWallets.forEach((line, at) => {
      assertWithin(line, held[at] ?? 0, isOfSeveral(ofWallets));
    });
    try {
      await this.ledger.post(tx, [posting]);
    } catch (error) {
      if (error instanceof AlreadyReversedError) throw reversedAlready();
      throw error;
    }
    const debts = ofWallets.flatMap(({ account: { name, walletId } }, at): [string, number][] =>
      name === 'debt' ? [[walletId, held[at] ?? 0]] : [],
    );
    await this.debts.recordChanges(tx, merchantId, new Map(debts));
  }

  private async assertNotReversed(tx: Tx, { merchantId, reverses }: NewReversal): Promise<void> {
    const standing = await this.reader.findTransaction(merchantId, reverses, tx);
    if (standing !== null && standing.reversedById !== null) throw reversedAlready();
  }
}

export function reversedAlready(): Error {
  return commonErrors.INVALID_STATE({ message: 'This transaction is reversed already.' });
}

function isOfWallet(line: Line): line is WalletLine {
  return line.account.walletId !== null;
}

/** As the bounds of the accounts have it: the database would refuse it too. */
function assertWithin({ account, amountCents }: WalletLine, heldCents: number, isNamed: boolean): void {
  const after = heldCents + amountCents;
  if (account.name === 'debt' ? after <= 0 : after >= 0) return;
  if (account.name === 'debt') throw bookErrors.DEBT_TOO_SMALL();
  const { name, walletId } = account;
  const shortage = { field: 'amount', heldCents, neededCents: -amountCents, account: name };
  throw insufficientBalance(isNamed ? { ...shortage, walletId } : shortage);
}

/** Then it is said which wallet has too little. */
function isOfSeveral(lines: readonly WalletLine[]): boolean {
  return new Set(lines.map(({ account }) => account.walletId)).size > 1;
}
