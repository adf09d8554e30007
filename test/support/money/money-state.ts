import { AGREED, type DisputeKind, type Method } from './agreed';
import { total } from './arithmetic';

/** One recipient of a charge. */
export interface Part {
  readonly wallet: string;
  readonly share: number;
  readonly liable: boolean;
  readonly bearsFee: boolean;
  readonly takesRemainder: boolean;
  captured: number;
  fee: number;
  refunded: number;
}

export interface Receivable {
  /** Given by the service. */
  id: string;
  due: string;
  readonly wallet: string;
  readonly installment: number;
  readonly amount: number;
  readonly fee: number;
  taken: number;
  status: 'waiting_funds' | 'settled' | 'anticipated' | 'cancelled';
  /** The one in which it waits unpaid. */
  anticipation: string | null;
}

/** Cents from a receivable, or from elsewhere in a wallet. */
export interface Taken {
  readonly wallet: string;
  readonly receivable: number | null;
  readonly cents: number;
}

/** A refund that is held, and has no outcome yet. */
export interface RefundUnderway {
  /** The place of its charge. */
  readonly charge: number;
  readonly cents: number;
  /** Of each part. */
  readonly shares: readonly number[];
  readonly taken: readonly (Taken & { readonly from: 'receivable' | 'available' | 'debt' })[];
}

export interface Dispute {
  readonly kind: DisputeKind;
  readonly bearers: readonly { readonly wallet: string; readonly cents: number; blocked: number }[];
  /** What a chargeback took, without its fee. */
  readonly taken: readonly Taken[];
  isOpen: boolean;
}

export interface Charge {
  id: string;
  readonly method: Method;
  readonly captured: number;
  readonly refundsFail: boolean;
  readonly parts: readonly Part[];
  readonly receivables: Receivable[];
  refunded: number;
  isChargeback: boolean;
  dispute: Dispute | null;
}

export type Fate = 'paid' | 'failed' | 'returned' | 'partly-returned';

export interface Withdrawal {
  id: string;
  readonly wallet: string;
  readonly amount: number;
  readonly fate: Fate;
  status: 'under_review' | 'sent' | 'failed' | 'cancelled' | 'paid';
  returned: number;
}

export interface Anticipation {
  id: string;
  readonly wallet: string;
  readonly paymentDate: string;
  status: 'pending' | 'approved' | 'paid' | 'refused' | 'cancelled';
}

export interface Purse {
  available: number;
  debt: number;
  frozen: boolean;
  readonly debtLimit: number;
}

/** Everything that is known of one merchant's money: what is not here follows from it. Plain data, so that it can be copied. */
export interface MoneyState {
  readonly purses: Readonly<Record<string, Purse>>;
  readonly charges: Charge[];
  readonly reserves: { readonly wallet: string; readonly release: string; left: number }[];
  readonly holds: { id: string; readonly wallet: string; readonly cents: number; isOver: boolean }[];
  readonly withdrawals: Withdrawal[];
  readonly anticipations: Anticipation[];
  /** One at a time: while it is, everything but its charge goes on. */
  refund: RefundUnderway | null;
  /** What the operator earned, paid out, lost and does not understand yet: credits of accounts of the book. */
  readonly book: Record<string, number>;
}

export function netOf({ amount, fee, taken }: Receivable): number {
  return amount - fee - taken;
}

export type Balances = Readonly<
  Record<
    'available' | 'waiting_funds' | 'in_transit' | 'blocked' | 'reserve' | 'debt' | 'withdrawable',
    number
  >
>;

/** What a wallet shows (money contract §12). */
export function balancesOf(state: MoneyState, wallet: string): Balances {
  const own = <One extends { readonly wallet: string }>(all: readonly One[]) =>
    all.filter((one) => one.wallet === wallet);
  const { available, debt, frozen } = state.purses[wallet]!;
  const waiting = own(state.charges.flatMap(({ receivables }) => receivables)).filter(
    ({ status }) => status === 'waiting_funds',
  );
  const sent = own(state.withdrawals).filter(({ status }) => status === 'under_review' || status === 'sent');
  const disputed = state.charges.flatMap(({ dispute }) => (dispute?.isOpen === true ? dispute.bearers : []));
  return {
    available,
    debt,
    waiting_funds: total(waiting.map(netOf)),
    in_transit:
      total(sent.map(({ amount }) => amount + AGREED.withdrawalFee)) +
      total(own(state.refund?.taken ?? []).map(({ cents }) => cents)),
    blocked:
      total(own(state.holds).map(({ cents, isOver }) => (isOver ? 0 : cents))) +
      total(own(disputed).map(({ blocked }) => blocked)),
    reserve: total(own(state.reserves).map(({ left }) => left)),
    withdrawable: frozen ? 0 : Math.max(0, available - debt),
  };
}
