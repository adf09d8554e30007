import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import type { Tx } from '../../database';
import { LedgerReader, type NewTransaction, walletAccount } from '../../ledger';
import { WALLET_EVENTS } from '../wallet.events';
import type { Wallet } from '../wallet.entity';
import { WalletLifecycle } from '../wallet.lifecycle';
import { WalletRepository } from '../wallet.repository';

/** What owners owe: how much they may, when it begins, and how it is paid (money contract §§ 13 and 17). */
@Injectable()
export class WalletDebtService {
  constructor(
    private readonly wallets: WalletRepository,
    private readonly lifecycle: WalletLifecycle,
    private readonly ledger: LedgerReader,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** What the owners of some of a merchant's wallets may owe at most, in cents, by wallet; null: no bound. */
  async listLimits(
    tx: Tx,
    merchantId: string,
    walletIds: readonly string[],
  ): Promise<ReadonlyMap<string, number | null>> {
    const wallets = await this.wallets.findMany(tx, merchantId, walletIds);
    return new Map(wallets.map(({ id, debtLimitCents }) => [id, debtLimitCents]));
  }

  /**
   * After a posting that may have taken from debts: announces those that it opened.
   * @param before what each wallet's debt account held before, with its own sign, as the ledger's lock answered
   */
  async noteOpened(tx: Tx, merchantId: string, before: ReadonlyMap<string, number>): Promise<void> {
    const clear = [...before].filter(([, cents]) => cents === 0).map(([id]) => id);
    if (clear.length === 0) return;
    const keys = clear.map((walletId) => ({ merchantId, walletId }));
    const held = await this.ledger.listOfWallets(keys, tx);
    const opened = clear.filter((id) => (held.get(id)?.debt ?? 0) < 0);
    for (const wallet of await this.wallets.findMany(tx, merchantId, opened))
      await this.lifecycle.announce(tx, wallet, WALLET_EVENTS['wallet.debt_opened']);
  }

  /** What pays of a debt what is available, null when there is none to pay or nothing to pay with. */
  recoveryOf(
    wallet: Pick<Wallet, 'merchantId' | 'id'>,
    availableCents: number,
    debtCents: number,
  ): NewTransaction | null {
    const amountCents = Math.min(availableCents, -debtCents);
    return amountCents <= 0 ? null : this.recovery(wallet, amountCents);
  }

  /**
   * What becomes available again of a debt that was paid and is not owed any more, null when it is owed still.
   * @param debtCents what the debt account holds, with its own sign
   * @param freedCents of a debt that ends with the same posting
   */
  repaymentOf(
    wallet: Pick<Wallet, 'merchantId' | 'id'>,
    debtCents: number,
    freedCents: number,
  ): NewTransaction | null {
    const paidCents = freedCents + debtCents;
    return paidCents <= 0 ? null : this.recovery(wallet, -paidCents);
  }

  private recovery(
    { merchantId, id: walletId }: Pick<Wallet, 'merchantId' | 'id'>,
    amountCents: number,
  ): NewTransaction {
    return {
      merchantId,
      reference: `recovery:${this.ids.next()}`,
      kind: 'recovery',
      resource: { type: 'wallet', id: walletId },
      occurredAt: this.clock.now(),
      lines: [
        { account: walletAccount(walletId, 'available'), amountCents: -amountCents },
        { account: walletAccount(walletId, 'debt'), amountCents },
      ],
    };
  }

  /**
   * After a posting that may have moved debts either way: announces those that it opened and those that it ended.
   * @param before what each wallet's debt account held before, with its own sign, as the ledger's lock answered
   */
  async recordChanges(tx: Tx, merchantId: string, before: ReadonlyMap<string, number>): Promise<void> {
    await this.noteOpened(tx, merchantId, before);
    const owing = [...before].filter(([, cents]) => cents < 0).map(([id]) => id);
    if (owing.length === 0) return;
    const keys = owing.map((walletId) => ({ merchantId, walletId }));
    const held = await this.ledger.listOfWallets(keys, tx);
    const settled = owing.filter((id) => (held.get(id)?.debt ?? 0) === 0);
    for (const wallet of await this.wallets.findMany(tx, merchantId, settled))
      await this.noteSettled(tx, wallet);
  }

  /** After a posting that paid a debt to its end. */
  async noteSettled(tx: Tx, wallet: Wallet): Promise<void> {
    await this.lifecycle.announce(tx, wallet, WALLET_EVENTS['wallet.debt_settled']);
  }
}
