import { dealtInTieOrder, total } from './arithmetic';
import type { Charge, RefundUnderway } from './money-state';
import { MoneyTaken, type Outcome } from './money-taken';

/** What refunds take, and give back when they fail (money contract §17). */
export class MoneyRefunds extends MoneyTaken {
  refund(place: number, cents: number): Outcome {
    const held = this.holdRefund(place, cents);
    return typeof held === 'string' ? held : this.endRefund(held);
  }

  /** What it takes is on its way from here on; or the code of what it is refused for. */
  holdRefund(place: number, cents: number): RefundUnderway | Outcome {
    const charge = this.state.charges[place]!;
    if (charge.isChargeback) return 'INVALID_STATE';
    if (charge.dispute?.isOpen === true) return 'DISPUTE_OPEN';
    if (cents > charge.captured - charge.refunded) return 'REFUND_EXCEEDS_CAPTURED';
    const before = structuredClone(this.state);
    const shares = dealtInTieOrder(
      charge.parts,
      (part) => ({ weight: part.share, held: part.refunded, cap: part.captured }),
      cents,
    );
    const taken: RefundUnderway['taken'][number][] = [];
    const missing = charge.parts.map(({ wallet }, index) => {
      const held = this.fromReceivables(charge, wallet, shares[index]!);
      let left = shares[index]! - total(held.map((one) => one.cents));
      const available = this.fromAvailable(wallet, left);
      left -= available;
      const purse = this.purse(wallet);
      const owed = Math.min(left, Math.max(0, purse.debtLimit - purse.debt));
      purse.debt += owed;
      taken.push(
        ...held.map((one) => ({ ...one, from: 'receivable' as const })),
        { wallet, from: 'available', receivable: null, cents: available },
        { wallet, from: 'debt', receivable: null, cents: owed },
      );
      return left - owed;
    });
    const liable = charge.parts.filter((part) => part.liable);
    const left = missing.map((one) =>
      liable.reduce((wanted, { wallet }) => {
        const available = this.fromAvailable(wallet, wanted);
        taken.push({ wallet, from: 'available', receivable: null, cents: available });
        return wanted - available;
      }, one),
    );
    if (total(left) > 0) {
      this.state = before;
      return 'INSUFFICIENT_BALANCE';
    }
    this.leaveAnticipations();
    return { charge: place, cents, shares, taken };
  }

  /** As the provider ends it, whatever became meanwhile of what it took. */
  endRefund({ charge: place, cents, shares, taken }: RefundUnderway): Outcome {
    const charge = this.state.charges[place]!;
    if (charge.refundsFail) {
      for (const one of taken) this.giveBack(charge, one);
      return 'failed';
    }
    charge.parts.forEach((part, index) => (part.refunded += shares[index]!));
    charge.refunded += cents;
    this.book('clearing:sandbox', cents);
    return 'succeeded';
  }

  /** What a receivable gets back that no longer waits becomes available, and so does what a debt was paid with. */
  private giveBack(
    charge: Charge,
    { wallet, from, receivable, cents }: RefundUnderway['taken'][number],
  ): void {
    const purse = this.purse(wallet);
    const one = receivable === null ? undefined : charge.receivables[receivable];
    if (one !== undefined) {
      one.taken -= cents;
      if (one.status === 'cancelled') one.status = 'waiting_funds';
      if (one.status !== 'waiting_funds') this.becomesAvailable(one, charge.method, cents);
      return;
    }
    const freed = from === 'debt' ? Math.min(cents, purse.debt) : 0;
    purse.debt -= freed;
    purse.available += cents - freed;
  }
}
