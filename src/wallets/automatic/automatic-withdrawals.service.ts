import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database';
import type { WalletRef } from '../../ledger';
import type { Wallet } from '../wallet.entity';
import { WalletLifecycle } from '../wallet.lifecycle';
import { AutomaticWithdrawalRun } from './automatic-withdrawal-run.entity';
import { AutomaticWithdrawal } from './automatic-withdrawal.entity';
import { AutomaticWithdrawalRepository } from './automatic-withdrawal.repository';

/** One, for whoever carries it out. */
export type KeptAutomatic = AutomaticWithdrawal;

/** What a merchant says of it. */
export type AutomaticTerms = Pick<
  AutomaticWithdrawal,
  'frequency' | 'day' | 'minimumCents' | 'retainCents' | 'destinationId'
>;

export type AutomaticRun = Omit<AutomaticWithdrawalRun, 'merchantId' | 'walletId'>;

const SAID = ['frequency', 'day', 'minimumCents', 'retainCents', 'destinationId'] as const;

/** Automatic withdrawals for those that carry them out: wallets keep when, and what came of it. */
@Injectable()
export class AutomaticWithdrawalsService {
  constructor(
    private readonly rows: AutomaticWithdrawalRepository,
    private readonly lifecycle: WalletLifecycle,
  ) {}

  /** Of a locked wallet; null ends it. False: the same again changes nothing. */
  async set(tx: Tx, wallet: Wallet, terms: AutomaticTerms | null, nextOn: string): Promise<boolean> {
    const { merchantId, id: walletId } = wallet;
    const before = await this.rows.find(tx, { merchantId, walletId });
    if (terms === null) {
      if (before === null) return false;
      await this.rows.remove(tx, before);
    } else {
      if (before !== null && SAID.every((name) => before[name] === terms[name])) return false;
      const automatic = Object.assign(new AutomaticWithdrawal(), { merchantId, walletId, ...terms, nextOn });
      await this.rows.put(tx, automatic);
    }
    await this.lifecycle.noteChanged(tx, wallet);
    return true;
  }

  find(tx: Tx, { merchantId, id: walletId }: Wallet): Promise<AutomaticWithdrawal | null> {
    return this.rows.find(tx, { merchantId, walletId });
  }

  /** Wallets whose day has come, one round after another. */
  listDue(until: string, after: WalletRef | null, limit: number): Promise<WalletRef[]> {
    return this.rows.listDue(until, after, limit);
  }

  /** Of a held wallet, locked until the transaction ends; null where there is none, or another worker has it. */
  lockFree(tx: Tx, wallet: WalletRef): Promise<AutomaticWithdrawal | null> {
    return this.rows.lockFree(tx, wallet);
  }

  hasRunOn(tx: Tx, automatic: AutomaticWithdrawal, day: string): Promise<boolean> {
    return this.rows.hasRunOn(tx, automatic, day);
  }

  async noteRun(tx: Tx, { merchantId, walletId }: WalletRef, run: AutomaticRun): Promise<void> {
    await this.rows.insertRun(
      tx,
      Object.assign(new AutomaticWithdrawalRun(), { merchantId, walletId, ...run }),
    );
  }

  /** Of a locked one. */
  setNext(tx: Tx, automatic: AutomaticWithdrawal, nextOn: string): Promise<void> {
    return this.rows.setNext(tx, automatic, nextOn);
  }
}
