import { AGREED, type DisputeKind, type Method } from './agreed';
import {
  daysFrom,
  dealtInTieOrder,
  equal,
  forDays,
  millionths,
  plusDays,
  proRata,
  total,
} from './arithmetic';
import {
  type Anticipation,
  type Charge,
  type MoneyState,
  netOf,
  type Part,
  type Purse,
  type Receivable,
  type Taken,
} from './money-state';

/** What a step comes to: done, or the code of what it is refused for. */
export type Outcome = string;

/** A recipient of what is sold. */
export type Rule = Pick<Part, 'wallet' | 'share' | 'liable' | 'bearsFee' | 'takesRemainder'>;

export interface Sale {
  readonly method: Method;
  readonly captured: number;
  readonly installments: number;
  readonly refundsFail: boolean;
  readonly rules: readonly Rule[];
}

/** What captures, disputes and days of settlement make of one merchant's money (money contract §§ 11–14 and 17). */
export class MoneyTaken {
  protected state: MoneyState;

  constructor(merchant: string, sellers: readonly string[]) {
    const purse = (debtLimit: number) => ({ available: 0, debt: 0, frozen: false, debtLimit });
    const purses = {
      [merchant]: purse(Infinity),
      ...Object.fromEntries(sellers.map((id) => [id, purse(AGREED.debtLimit)])),
    };
    const none = { charges: [], reserves: [], holds: [], withdrawals: [], anticipations: [], refund: null };
    this.state = { purses, ...none, book: {} };
  }

  get now(): MoneyState {
    return this.state;
  }

  /** What everything follows: debts are paid, and anticipations lose what there is no sense in paying early. */
  tidy(): void {
    for (const purse of Object.values(this.state.purses)) {
      const paid = Math.min(purse.available, purse.debt);
      purse.available -= paid;
      purse.debt -= paid;
    }
    this.leaveAnticipations();
  }

  /** Answers what it expects to be made of it; ids and days are the service's. */
  sell({ method, captured, installments, refundsFail, rules }: Sale, day: string): Charge {
    const shares = rules.map(({ share }) => share);
    const capturedParts =
      total(shares) === captured
        ? shares
        : dealtInTieOrder(rules, (one) => ({ weight: one.share, held: 0, cap: one.share }), captured);
    const parts = rules.map((rule, place): Part => {
      return { ...rule, captured: capturedParts[place]!, fee: 0, refunded: 0 };
    });
    const { ppm, fixed, minimum } = AGREED.processing[method];
    const fee = Math.max(minimum, millionths(captured, ppm) + fixed);
    const bearers = parts.filter(({ bearsFee }) => bearsFee);
    const borne = Math.min(fee, total(bearers.map((part) => part.captured)));
    const fees = dealtInTieOrder(
      bearers,
      (part) => ({ weight: part.captured, held: 0, cap: part.captured }),
      borne,
    );
    bearers.forEach((part, place) => (part.fee = fees[place]! + (place === 0 ? fee - borne : 0)));
    this.book('fees:processing', fee);
    this.book('clearing:sandbox', -captured);
    const receivables = parts.flatMap((part) => this.receivablesOf(part, method, installments, day));
    const made = { id: '', method, captured, refundsFail, parts, receivables, refunded: 0 };
    const charge: Charge = { ...made, isChargeback: false, dispute: null };
    this.state.charges.push(charge);
    return charge;
  }

  private receivablesOf(part: Part, method: Method, installments: number, day: string): Receivable[] {
    const { wallet, captured, fee } = part;
    const fees = equal(Math.min(fee, captured), installments);
    const isDue = method === 'pix';
    this.purse(wallet).debt += Math.max(0, fee - captured);
    return equal(captured, installments).flatMap((amount, place): Receivable[] => {
      if (amount === 0) return [];
      const status = isDue ? 'settled' : 'waiting_funds';
      const named = { id: '', due: isDue ? day : '', wallet, installment: place + 1 };
      const one: Receivable = { ...named, amount, fee: fees[place]!, taken: 0, status, anticipation: null };
      if (isDue) this.becomesAvailable(one, method);
      return [one];
    });
  }

  protected becomesAvailable(receivable: Receivable, method: Method, cents = netOf(receivable)): void {
    const { ppm, days } = AGREED.reserve[method];
    const held = millionths(cents, ppm);
    const { wallet, due } = receivable;
    this.purse(wallet).available += cents - held;
    this.state.reserves.push({ wallet, release: plusDays(due, days), left: held });
  }

  dispute(place: number, kind: DisputeKind): Outcome {
    const charge = this.state.charges[place]!;
    if (charge.dispute !== null || charge.refunded === charge.captured) return 'INVALID_STATE';
    const liable = charge.parts.filter((part) => part.liable);
    const captured = liable.filter((part) => part.captured > 0);
    const bearers = captured.length > 0 ? captured : liable.slice(0, 1);
    const weights = bearers.map((part) => Math.max(1, part.captured));
    const amounts = proRata(charge.captured - charge.refunded, weights);
    const fees = proRata(AGREED.disputeFee[kind], weights);
    const isDebited = kind === 'chargeback';
    const borne = bearers.map(({ wallet }, index) => {
      const cents = amounts[index]!;
      return { wallet, cents, blocked: isDebited ? 0 : this.fromAvailable(wallet, cents) };
    });
    const taken = isDebited ? borne.flatMap(({ wallet, cents }) => this.bear(charge, wallet, cents)) : [];
    bearers.forEach(({ wallet }, index) => this.bear(charge, wallet, fees[index]!));
    this.book('fees:dispute', AGREED.disputeFee[kind]);
    if (isDebited) this.book('clearing:sandbox', total(amounts));
    charge.isChargeback = isDebited;
    charge.dispute = { kind, bearers: borne, taken, isOpen: true };
    return 'done';
  }

  decide(place: number, how: 'win' | 'lose', today: string): void {
    const charge = this.state.charges[place]!;
    const { kind, bearers, taken } = charge.dispute!;
    charge.dispute!.isOpen = false;
    if (how === 'lose' && kind === 'pix_return') {
      for (const { wallet, cents, blocked } of bearers) this.bear(charge, wallet, cents - blocked);
      this.book('clearing:sandbox', total(bearers.map(({ cents }) => cents)));
      charge.isChargeback = true;
    }
    if (how === 'lose') return;
    charge.isChargeback = false;
    for (const { wallet, blocked } of bearers) this.purse(wallet).available += blocked;
    for (const { wallet, receivable, cents } of taken) {
      const one = receivable === null ? undefined : charge.receivables[receivable];
      this.book('clearing:sandbox', -cents);
      if (one !== undefined && ['waiting_funds', 'cancelled'].includes(one.status) && one.due > today) {
        one.taken -= cents;
        one.status = 'waiting_funds';
      } else this.purse(wallet).available += cents;
    }
  }

  settle(until: string): void {
    for (const { method, receivables } of this.state.charges)
      for (const one of receivables) {
        if (one.status !== 'waiting_funds' || one.due > until || one.anticipation !== null) continue;
        this.becomesAvailable(one, method);
        one.status = 'settled';
      }
    for (const one of this.state.reserves) {
      if (one.release > until) continue;
      this.purse(one.wallet).available += one.left;
      one.left = 0;
    }
  }

  protected purse(wallet: string): Purse {
    return this.state.purses[wallet]!;
  }

  protected get receivables(): Receivable[] {
    return this.state.charges.flatMap(({ receivables }) => receivables);
  }

  protected book(name: string, credited: number): void {
    this.state.book[name] = (this.state.book[name] ?? 0) + credited;
  }

  protected itemsOf({ id }: Anticipation): Receivable[] {
    return this.receivables.filter(({ anticipation }) => anticipation === id);
  }

  /** What it costs to have it paid on a day. */
  protected costOf(one: Receivable, { paymentDate }: Pick<Anticipation, 'paymentDate'>): number {
    return forDays(netOf(one), AGREED.anticipationPpm, daysFrom(paymentDate, one.due));
  }

  protected leaveAnticipations(): void {
    for (const one of this.state.anticipations) {
      if (one.status !== 'pending' && one.status !== 'approved') continue;
      for (const item of this.itemsOf(one))
        if (item.status !== 'waiting_funds' || this.costOf(item, one) >= netOf(item))
          item.anticipation = null;
      if (this.itemsOf(one).length === 0) one.status = 'cancelled';
    }
  }

  /** The latest due first, each down to nothing. */
  protected fromReceivables(charge: Charge, wallet: string, wanted: number): Taken[] {
    let left = wanted;
    const open = [...charge.receivables.entries()]
      .filter(([, one]) => one.wallet === wallet && one.status === 'waiting_funds' && netOf(one) > 0)
      .reverse();
    return open.flatMap(([receivable, one]): Taken[] => {
      const cents = Math.min(left, netOf(one));
      if (cents === 0) return [];
      left -= cents;
      one.taken += cents;
      if (netOf(one) === 0) one.status = 'cancelled';
      return [{ wallet, receivable, cents }];
    });
  }

  protected fromAvailable(wallet: string, wanted: number): number {
    const cents = Math.min(wanted, this.purse(wallet).available);
    this.purse(wallet).available -= cents;
    return cents;
  }

  /** What a dispute takes of who bears it: in the end it is owed. */
  private bear(charge: Charge, wallet: string, wanted: number): Taken[] {
    const taken = this.fromReceivables(charge, wallet, wanted);
    let left = wanted - total(taken.map(({ cents }) => cents));
    const elsewhere = left;
    left -= this.fromAvailable(wallet, left);
    const reserves = this.state.reserves.filter((one) => one.wallet === wallet);
    for (const one of reserves.sort((first, other) => other.release.localeCompare(first.release))) {
      const cents = Math.min(left, one.left);
      one.left -= cents;
      left -= cents;
    }
    this.purse(wallet).debt += left;
    return [...taken, { wallet, receivable: null, cents: elsewhere }];
  }
}
