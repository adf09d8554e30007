import { AGREED } from './agreed';
import { total } from './arithmetic';
import { type Anticipation, type Fate, netOf, type Receivable, type Withdrawal } from './money-state';
import { MoneyRefunds } from './money-refunds';
import type { Outcome } from './money-taken';

/** The whole of one merchant's money, in memory, as money contract §§ 11–17 and 20 have it. Knows nothing of the service's code. */
export class MoneyModel extends MoneyRefunds {
  transfer(from: string, to: string, cents: number): Outcome {
    if (this.purse(from).frozen) return 'WALLET_FROZEN';
    if (cents > this.purse(from).available) return 'INSUFFICIENT_BALANCE';
    this.purse(from).available -= cents;
    this.purse(to).available += cents;
    return 'done';
  }

  hold(wallet: string, cents: number): Outcome {
    if (cents > this.purse(wallet).available) return 'INSUFFICIENT_BALANCE';
    this.purse(wallet).available -= cents;
    this.state.holds.push({ id: '', wallet, cents, isOver: false });
    return 'done';
  }

  release(place: number): void {
    const hold = this.state.holds[place]!;
    hold.isOver = true;
    this.purse(hold.wallet).available += hold.cents;
  }

  /** @param wanted null: all that is there */
  withdraw(wallet: string, wanted: number | null, fate: Fate): Outcome {
    const { available, frozen } = this.purse(wallet);
    if (frozen) return 'WALLET_FROZEN';
    const most = available - AGREED.withdrawalFee;
    const amount = wanted ?? most;
    if (amount > most || amount < 1) return 'INSUFFICIENT_BALANCE';
    if (amount < AGREED.leastWithdrawn) return 'WITHDRAWAL_LIMIT_EXCEEDED';
    this.purse(wallet).available -= amount + AGREED.withdrawalFee;
    const status = amount > AGREED.reviewAbove ? 'under_review' : 'sent';
    this.state.withdrawals.push({ id: '', wallet, amount, fate, status, returned: 0 });
    return status;
  }

  /** Neither sent nor kept back: it is there again. */
  giveUp(withdrawal: Withdrawal, status: 'failed' | 'cancelled'): void {
    withdrawal.status = status;
    this.purse(withdrawal.wallet).available += withdrawal.amount + AGREED.withdrawalFee;
  }

  /** The provider has done what its destination makes it do. */
  arrive(withdrawal: Withdrawal): void {
    const { fate, amount } = withdrawal;
    if (fate === 'failed') {
      this.giveUp(withdrawal, 'failed');
      return;
    }
    withdrawal.status = 'paid';
    this.book('cash:sandbox', amount);
    this.book('fees:withdrawal', AGREED.withdrawalFee);
    if (fate !== 'paid') this.comeBack(withdrawal, fate === 'returned' ? amount : Math.floor(amount / 2));
  }

  comeBack(withdrawal: Withdrawal, cents: number): Outcome {
    if (cents > withdrawal.amount - withdrawal.returned) return 'INVALID_STATE';
    withdrawal.returned += cents;
    this.book('cash:sandbox', -cents);
    this.purse(withdrawal.wallet).available += cents;
    return 'done';
  }

  /** What could be in one, and what each would cost. */
  anticipate(
    wallet: string,
    payout: number | null,
    order: 'start' | 'end',
    paymentDate: string,
  ): { readonly outcome: Outcome; readonly amount: number; readonly fee: number } {
    const refused = (outcome: Outcome) => ({ outcome, amount: 0, fee: 0 });
    if (this.purse(wallet).frozen) return refused('WALLET_FROZEN');
    const sign = order === 'start' ? 1 : -1;
    const possible = this.state.charges
      .filter(({ method, isChargeback, dispute }) => {
        return method === 'credit_card' && !isChargeback && dispute?.isOpen !== true;
      })
      .flatMap(({ receivables }) => receivables)
      .filter((one) => one.wallet === wallet && one.status === 'waiting_funds' && one.anticipation === null)
      .filter((one) => one.due > paymentDate && this.costOf(one, { paymentDate }) < netOf(one))
      .sort((one, other) => sign * one.due.localeCompare(other.due) || one.id.localeCompare(other.id));
    if (possible.length === 0) return refused('NOTHING_TO_ANTICIPATE');
    const chosen: Receivable[] = [];
    let reached = 0;
    for (const one of possible) {
      if (payout !== null && reached >= payout) break;
      chosen.push(one);
      reached += netOf(one) - this.costOf(one, { paymentDate });
    }
    if (payout !== null && reached < payout) return refused('ANTICIPATION_TOO_LARGE');
    const amount = total(chosen.map(netOf));
    const outcome = amount > AGREED.automaticUpTo ? 'pending' : 'approved';
    for (const one of chosen) one.anticipation = 'new';
    this.state.anticipations.push({ id: 'new', wallet, paymentDate, status: outcome });
    return { outcome, amount, fee: amount - reached };
  }

  /** The service's name of the last one. */
  nameAnticipation(id: string): void {
    for (const one of this.receivables) if (one.anticipation === 'new') one.anticipation = id;
    this.state.anticipations.at(-1)!.id = id;
  }

  endAnticipation(one: Anticipation, status: 'refused' | 'cancelled'): void {
    for (const item of this.itemsOf(one)) item.anticipation = null;
    one.status = status;
  }

  payAnticipation(one: Anticipation): Outcome {
    if (one.status !== 'approved') return 'INVALID_STATE';
    if (this.purse(one.wallet).frozen) return 'WALLET_FROZEN';
    for (const item of this.itemsOf(one)) {
      const fee = this.costOf(item, one);
      this.purse(one.wallet).available += netOf(item) - fee;
      this.book('fees:anticipation', fee);
      item.status = 'anticipated';
    }
    one.status = 'paid';
    return 'done';
  }

  adjust(wallet: string, debit: string, credit: string, cents: number): Outcome {
    const purse = this.purse(wallet);
    if (debit === 'available' && cents > purse.available) return 'INSUFFICIENT_BALANCE';
    if (credit === 'debt' && cents > purse.debt) return 'DEBT_TOO_SMALL';
    for (const [name, amount] of [
      [debit, -cents],
      [credit, cents],
    ] as const) {
      if (name === 'available') purse.available += amount;
      else if (name === 'debt') purse.debt -= amount;
      else this.book(name, amount);
    }
    return 'done';
  }
}
