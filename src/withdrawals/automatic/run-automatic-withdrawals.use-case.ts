import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { TxRunner } from '../../database';
import type { WalletRef } from '../../ledger';
import { ProviderAccountsService } from '../../providers';
import { BankCalendarReader } from '../../terms';
import { AutomaticWithdrawalsService, WalletFundsService } from '../../wallets';
import { AutomaticRunService } from './automatic-run.service';
import { lastDay, lastDue, nextAfter } from './schedule.rules';

/** Wallets of one round. */
const ROUND = 100;

/** Pays out the wallets whose day and hour have come (money contract §12). */
@Injectable()
export class RunAutomaticWithdrawalsUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly wallets: WalletFundsService,
    private readonly accounts: ProviderAccountsService,
    private readonly automatic: AutomaticWithdrawalsService,
    private readonly running: AutomaticRunService,
    private readonly calendar: BankCalendarReader,
    private readonly clock: Clock,
  ) {}

  /**
   * Each wallet in a transaction of its own: what stops one does not stop the others, and is thrown when they are done. What
   * another worker has is left to it.
   * @param stop ends it between two wallets
   */
  async execute(stop?: AbortSignal): Promise<void> {
    const until = lastDay(this.clock.now());
    const failures: unknown[] = [];
    for (let after: WalletRef | null = null; ;) {
      const round: WalletRef[] = await this.automatic.listDue(until, after, ROUND);
      for (const wallet of round) {
        if (stop?.aborted === true) break;
        await this.run(wallet, until).catch((error: unknown) => failures.push(error));
      }
      after = round.at(-1) ?? null;
      if (round.length < ROUND || after === null || stop?.aborted === true) break;
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} wallets could not be paid out`);
  }

  private async run({ merchantId, walletId }: WalletRef, until: string): Promise<void> {
    const { isLive } = await this.wallets.get(merchantId, walletId);
    const account = await this.accounts.chooseForPayouts(merchantId, isLive ? 'live' : 'test');
    await this.transactions.run(async (tx) => {
      // Its state does not change until the end, nor what its merchant says of it.
      const wallet = await this.wallets.hold(tx, merchantId, walletId);
      const automatic = await this.automatic.lockFree(tx, { merchantId, walletId });
      if (automatic === null || automatic.nextOn > until) return;
      const calendar = await this.calendar.get(tx);
      const day = lastDue(automatic, automatic.nextOn, until, calendar);
      // Told anew on a day whose run there was already.
      if (!(await this.automatic.hasRunOn(tx, automatic, day)))
        await this.running.run(tx, wallet, automatic, { day, source: 'calendar' }, account);
      await this.automatic.setNext(tx, automatic, nextAfter(automatic, day, calendar));
    });
  }
}
