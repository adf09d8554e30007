import type { Schema } from '../../api/types';
import { valuesOf } from '../../app/search';

type Upcoming = Schema<'UpcomingTermsResponse'>;

export type Kind = keyof Upcoming;

/** A term as any kind of it is shown. */
export interface Row {
  readonly id: string | null;
  readonly effective_from: string;
  readonly scope: 'default' | 'merchant';
  readonly [field: string]: string | number | boolean | null;
}

type Own<K extends Kind> = Exclude<keyof Upcoming[K][number], 'id' | 'effective_from' | 'scope'>;

/** How a field is shown and typed. `money` is cents; what is optional has a word for its absence. */
export interface Field<Name extends string = string> {
  readonly name: Name;
  readonly as: 'choice' | 'percentage' | 'money' | 'count' | 'yes';
  readonly choices?: readonly string[];
  readonly absent?: 'any' | 'unbounded';
  readonly max?: number;
}

const METHODS = valuesOf<Schema<'ProcessingTermResponse'>['payment_method']>({
  pix: true,
  credit_card: true,
  debit_card: true,
  boleto: true,
});

const BRANDS = valuesOf<NonNullable<Schema<'ProcessingTermResponse'>['brand']>>({
  visa: true,
  mastercard: true,
  elo: true,
  american_express: true,
  hipercard: true,
  hiper: true,
  diners_club: true,
  discover: true,
  jcb: true,
  maestro: true,
  mir: true,
  naranja: true,
  troy: true,
  unionpay: true,
  verve: true,
  unknown: true,
});

const UNITS = valuesOf<Schema<'SettlementTermResponse'>['unit']>({ calendar: true, business: true });
const WITHDRAWAL_METHODS = valuesOf<Schema<'WithdrawalTermResponse'>['method']>({ pix: true, ted: true });
const DISPUTES = valuesOf<Schema<'DisputeTermResponse'>['kind']>({ chargeback: true, pix_return: true });

const DAYS = { as: 'count', max: 400 } as const;

/** What each kind of term says, in the order in which it is shown. */
export const FIELDS: { readonly [K in Kind]: readonly Field<Own<K> & string>[] } = {
  processing: [
    { name: 'payment_method', as: 'choice', choices: METHODS },
    { name: 'brand', as: 'choice', choices: BRANDS, absent: 'any' },
    { name: 'installments', as: 'count', absent: 'any', max: 12 },
    { name: 'percentage', as: 'percentage' },
    { name: 'fixed', as: 'money' },
    { name: 'minimum', as: 'money' },
  ],
  settlement: [
    { name: 'payment_method', as: 'choice', choices: METHODS },
    { name: 'days', ...DAYS },
    { name: 'unit', as: 'choice', choices: UNITS },
    { name: 'interval_days', ...DAYS },
  ],
  reserve: [
    { name: 'payment_method', as: 'choice', choices: METHODS },
    { name: 'percentage', as: 'percentage' },
    { name: 'days', ...DAYS },
  ],
  withdrawal: [
    { name: 'method', as: 'choice', choices: WITHDRAWAL_METHODS },
    { name: 'fixed', as: 'money' },
  ],
  dispute: [
    { name: 'kind', as: 'choice', choices: DISPUTES },
    { name: 'fixed', as: 'money' },
  ],
  anticipation: [
    { name: 'enabled', as: 'yes' },
    { name: 'monthly_percentage', as: 'percentage' },
    { name: 'automatic_up_to', as: 'money', absent: 'unbounded' },
  ],
  limits: [
    { name: 'minimum', as: 'money' },
    { name: 'maximum', as: 'money', absent: 'unbounded' },
    { name: 'daily_amount', as: 'money', absent: 'unbounded' },
    { name: 'daily_count', as: 'count', max: 100_000 },
    { name: 'review_above', as: 'money', absent: 'unbounded' },
    { name: 'second_review_above', as: 'money', absent: 'unbounded' },
  ],
};

export const KINDS = Object.keys(FIELDS) as readonly Kind[];

/** Kinds of which there is one: what is added names all of it. */
export function isWhole(kind: Kind): boolean {
  return kind === 'anticipation' || kind === 'limits';
}
