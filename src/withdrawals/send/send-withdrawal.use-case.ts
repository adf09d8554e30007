import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator } from '../../common';
import { type Tx, TxRunner } from '../../database';
import { type PayableDestination, PayableDestinationsService } from '../../destinations';
import { newProviderCall, ProviderCallsService } from '../../providers';
import { BankCalendarReader } from '../../terms';
import { WalletFundsService } from '../../wallets';
import type { FailureCause } from '../withdrawal.entity';
import { WithdrawalLifecycle } from '../withdrawal.lifecycle';
import { type WithdrawalKey, type WithdrawalRecord, WithdrawalRepository } from '../withdrawal.repository';
import { opensAt } from './window.rules';

/** How soon a wallet that was frozen is looked at again. */
const FROZEN_MS = 15_000;

type Reason = NonNullable<PayableDestination['reason']>;

/** What became of a destination between the request and its turn: that is why. */
const CAUSES: Readonly<Record<Reason, FailureCause>> = {
  removed: 'destination_removed',
  account_not_found: 'account_not_found',
  account_closed: 'account_closed',
  invalid_key: 'invalid_key',
  holder_mismatch: 'holder_mismatch',
  provider_refused: 'provider_refused',
};

/** Claims a pending withdrawal: wallet, destination and hours are checked again, then its provider is asked (money contract §15). */
@Injectable()
export class SendWithdrawalUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly withdrawals: WithdrawalRepository,
    private readonly wallets: WalletFundsService,
    private readonly destinations: PayableDestinationsService,
    private readonly calendar: BankCalendarReader,
    private readonly lifecycle: WithdrawalLifecycle,
    private readonly calls: ProviderCallsService,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Nothing happens to one that is not pending any more, or not due. */
  execute(key: WithdrawalKey): Promise<void> {
    return this.transactions.run(async (tx) => {
      const record = await this.withdrawals.lock(tx, key);
      const now = this.clock.now();
      if (record?.withdrawal.status !== 'pending' || record.withdrawal.nextAttemptAt > now) return;
      const { merchantId, walletId, method } = record.withdrawal;
      const wallet = await this.wallets.hold(tx, merchantId, walletId);
      if (this.wallets.isFrozen(wallet))
        return this.lifecycle.wait(tx, record, 'wallet', new Date(now.getTime() + FROZEN_MS));
      const opens = opensAt(method, now, await this.calendar.get(tx));
      if (opens > now) return this.lifecycle.wait(tx, record, 'window', opens);
      const { destination } = record;
      if (!this.destinations.isUsable(destination, now))
        return this.lifecycle.giveUp(tx, record, causeOf(destination.reason));
      await this.lifecycle.send(tx, record);
      await this.ask(tx, record, now);
    });
  }

  /** Under a key that names the withdrawal, and which sending of it this is. */
  private async ask(tx: Tx, { withdrawal }: WithdrawalRecord, now: Date): Promise<void> {
    const { merchantId, id, providerAccountId: accountId, amountCents } = withdrawal;
    const about = { merchantId, subjectType: 'withdrawal', subjectId: id, accountId };
    const key = `${id}:${(await this.calls.countOf(tx, merchantId, id, 'pay')) + 1}`;
    const call = newProviderCall({
      ...about,
      ...{ id: this.ids.next(), key, kind: 'pay', amountCents, now, scope: null, claimed: false },
    });
    await this.calls.insert(tx, call);
  }
}

function causeOf(reason: Reason | null): FailureCause {
  if (reason === null) throw new Error('a destination that was usable once and is no more says why');
  return CAUSES[reason];
}
