import type { CardBrand, DisputeKind, PaymentMethod } from '../common/money';

/** What merchants and the platform agree on, in the order in which it is shown (money contract §13). */
export const TERM_KINDS = [
  'processing',
  'settlement',
  'reserve',
  'withdrawal',
  'dispute',
  'anticipation',
  'limits',
] as const;
export type TermKind = (typeof TERM_KINDS)[number];

export const SETTLEMENT_UNITS = ['calendar', 'business'] as const;
export type SettlementUnit = (typeof SETTLEMENT_UNITS)[number];

export const WITHDRAWAL_METHODS = ['pix', 'ted'] as const;
export type WithdrawalMethod = (typeof WITHDRAWAL_METHODS)[number];

/** What a term says, as it is stored: cents, and percentages in millionths (2.99 % is 29,900). */
export interface Conditions {
  readonly processing: {
    readonly percentage_ppm: number;
    readonly fixed_cents: number;
    readonly minimum_cents: number;
  };
  readonly settlement: {
    readonly days: number;
    readonly unit: SettlementUnit;
    readonly interval_days: number;
  };
  readonly reserve: { readonly percentage_ppm: number; readonly days: number };
  readonly withdrawal: { readonly fixed_cents: number };
  readonly dispute: { readonly fixed_cents: number };
  readonly anticipation: {
    readonly enabled: boolean;
    readonly monthly_percentage_ppm: number;
    /** Null: no bound. */
    readonly automatic_up_to_cents: number | null;
  };
  /** Of withdrawals of one wallet, without fees; null: no bound. */
  readonly limits: {
    readonly minimum_cents: number;
    readonly maximum_cents: number | null;
    readonly daily_amount_cents: number | null;
    readonly daily_count: number;
    readonly review_above_cents: number | null;
    readonly second_review_above_cents: number | null;
  };
}

/** What a term is for. Null where that is not asked of its kind, and for brand and instalments: any. */
export interface TermKey {
  readonly paymentMethod: PaymentMethod | null;
  readonly brand: CardBrand | null;
  readonly installments: number | null;
  readonly withdrawalMethod: WithdrawalMethod | null;
  readonly disputeKind: DisputeKind | null;
}

/** One agreement, from a moment on. */
export interface Term<Kind extends TermKind = TermKind> extends TermKey {
  /** Null: the product's own, which nobody made. */
  readonly id: string | null;
  /** Null: the platform's default, for all who have none of their own. */
  readonly merchantId: string | null;
  readonly kind: Kind;
  readonly conditions: Conditions[Kind];
  readonly effectiveFrom: Date;
}

/** A term that is to be made: its kind, what it is for, and what it says. */
export type NewTerm<Kind extends TermKind = TermKind> = Pick<Term<Kind>, 'kind' | 'conditions'> & TermKey;

/** A term of each kind apart, as they are shown. */
export type TermsByKind = { readonly [Kind in TermKind]: readonly Term<Kind>[] };

export const NO_KEY: TermKey = {
  paymentMethod: null,
  brand: null,
  installments: null,
  withdrawalMethod: null,
  disputeKind: null,
};
