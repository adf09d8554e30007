import type { MerchantMode } from '../auth';
import { type DisputeKind, PAYMENT_METHODS, type PaymentMethod } from '../common/money';
import {
  type Conditions,
  NO_KEY,
  type NewTerm,
  type Term,
  TERM_KINDS,
  type TermKey,
  type TermKind,
  type WithdrawalMethod,
} from './terms.types';

/** From when the product's own terms hold: since ever. */
const EVER = new Date(0);

/**
 * What holds where nobody agreed on anything else (money contract §13). Fees and reserves are 0, so they have no terms;
 * live merchants' large withdrawals are looked at.
 */
export function termsOfProduct(mode: MerchantMode): readonly Term[] {
  return OF_PRODUCT[mode];
}

/** Every charge goes by them. */
const OF_PRODUCT: Readonly<Record<MerchantMode, readonly Term[]>> = {
  live: makeTermsOfProduct(true),
  test: makeTermsOfProduct(false),
};

function makeTermsOfProduct(isLive: boolean): readonly Term[] {
  return [
    settlement('pix', { days: 0, unit: 'calendar', interval_days: 0 }),
    settlement('credit_card', { days: 30, unit: 'calendar', interval_days: 30 }),
    settlement('debit_card', { days: 1, unit: 'business', interval_days: 0 }),
    settlement('boleto', { days: 2, unit: 'business', interval_days: 0 }),
    ofProduct({
      ...NO_KEY,
      kind: 'anticipation',
      conditions: { enabled: !isLive, monthly_percentage_ppm: 0, automatic_up_to_cents: null },
    }),
    ofProduct({
      ...NO_KEY,
      kind: 'limits',
      conditions: {
        minimum_cents: 100,
        maximum_cents: null,
        daily_amount_cents: null,
        daily_count: 100,
        review_above_cents: isLive ? 5_000_000 : null,
        second_review_above_cents: isLive ? 50_000_000 : null,
      },
    }),
  ];
}

/**
 * The terms that count, of those that have begun and are the newest of their key and owner: a merchant's own before the
 * platform's, and these before the product's. A default that one of the merchant's own covers can be met by nothing, so it is
 * left out.
 */
export function inForce(newest: readonly Term[], mode: MerchantMode): readonly Term[] {
  if (newest.length === 0) return termsOfProduct(mode);
  const own = newest.filter(({ merchantId }) => merchantId !== null);
  const agreed = newest.filter(({ merchantId }) => merchantId === null);
  const product = termsOfProduct(mode).filter((term) => !agreed.some((other) => isSameKey(other, term)));
  const defaults = [...agreed, ...product].filter((term) => !own.some((other) => covers(other, term)));
  return [...own, ...defaults].sort(asShown);
}

/** By what they are for; within a method the most specific first, as they are met. */
function asShown(one: Term, other: Term): number {
  return (
    TERM_KINDS.indexOf(one.kind) - TERM_KINDS.indexOf(other.kind) ||
    methodPlace(one) - methodPlace(other) ||
    Number(one.brand === null) - Number(other.brand === null) ||
    Number(one.installments === null) - Number(other.installments === null) ||
    (one.brand ?? '').localeCompare(other.brand ?? '') ||
    (one.installments ?? 0) - (other.installments ?? 0)
  );
}

function methodPlace({ paymentMethod }: Term): number {
  return paymentMethod === null ? 0 : PAYMENT_METHODS.indexOf(paymentMethod);
}

/** What a processing fee hangs on. */
export interface ProcessedFacts {
  readonly paymentMethod: PaymentMethod;
  /** Null where it is not known: terms of any brand count. */
  readonly brand: string | null;
  readonly installments: number;
}

/** The fee of a capture among terms in force: a merchant's own before the default, then by brand, then by instalments. */
export function findProcessingTerm(
  terms: readonly Term[],
  { paymentMethod, brand, installments }: ProcessedFacts,
): Term<'processing'> | null {
  const fitting = terms
    .filter((term): term is Term<'processing'> => term.kind === 'processing')
    .filter((term) => term.paymentMethod === paymentMethod)
    .filter((term) => term.brand === null || term.brand === brand)
    .filter((term) => term.installments === null || term.installments === installments);
  const rank = (term: Term): number =>
    (term.merchantId === null ? 0 : 4) + (term.brand === null ? 0 : 2) + (term.installments === null ? 0 : 1);
  return fitting.sort((one, other) => rank(other) - rank(one))[0] ?? null;
}

/** When captures of a method are settled, among terms in force: there is one for each method. */
export function getSettlementTerm(terms: readonly Term[], paymentMethod: PaymentMethod): Term<'settlement'> {
  const found = terms.find(
    (term): term is Term<'settlement'> => term.kind === 'settlement' && term.paymentMethod === paymentMethod,
  );
  if (found === undefined) throw new Error(`no settlement of ${paymentMethod} is in force`);
  return found;
}

/** What of a method is held back, among terms in force; null: nothing. */
export function findReserveTerm(
  terms: readonly Term[],
  paymentMethod: PaymentMethod,
): Term<'reserve'> | null {
  const found = terms.find(
    (term): term is Term<'reserve'> => term.kind === 'reserve' && term.paymentMethod === paymentMethod,
  );
  return found ?? null;
}

/** What a dispute of a kind costs, among terms in force; null: nothing. */
export function findDisputeTerm(terms: readonly Term[], kind: DisputeKind): Term<'dispute'> | null {
  const found = terms.find(
    (term): term is Term<'dispute'> => term.kind === 'dispute' && term.disputeKind === kind,
  );
  return found ?? null;
}

/** What a withdrawal by a method costs, among terms in force; null: nothing. */
export function findWithdrawalTerm(
  terms: readonly Term[],
  method: WithdrawalMethod,
): Term<'withdrawal'> | null {
  const found = terms.find(
    (term): term is Term<'withdrawal'> => term.kind === 'withdrawal' && term.withdrawalMethod === method,
  );
  return found ?? null;
}

/** The limits of withdrawals, among terms in force: there are always some. */
export function getLimitsTerm(terms: readonly Term[]): Term<'limits'> {
  const found = terms.find((term): term is Term<'limits'> => term.kind === 'limits');
  if (found === undefined) throw new Error('no limits are in force');
  return found;
}

/** Whether and for how much a merchant is paid early, among terms in force: there is always one. */
export function getAnticipationTerm(terms: readonly Term[]): Term<'anticipation'> {
  const found = terms.find((term): term is Term<'anticipation'> => term.kind === 'anticipation');
  if (found === undefined) throw new Error('no term of anticipations is in force');
  return found;
}

/** Whether two terms are for the same: the newer one takes the place of the older. */
export function isSameKey(one: NewTerm, other: NewTerm): boolean {
  return one.kind === other.kind && KEY.every((name) => one[name] === other[name]);
}

/** Whether whatever meets the other term meets this one as well. */
function covers(wide: Term, narrow: Term): boolean {
  return wide.kind === narrow.kind && KEY.every((name) => wide[name] === null || wide[name] === narrow[name]);
}

const KEY = Object.keys(NO_KEY) as (keyof TermKey)[];

function settlement(paymentMethod: Term['paymentMethod'], conditions: Conditions['settlement']): Term {
  return ofProduct({ ...NO_KEY, kind: 'settlement', paymentMethod, conditions });
}

function ofProduct<Kind extends TermKind>(term: NewTerm<Kind>): Term<Kind> {
  return { ...term, id: null, merchantId: null, effectiveFrom: EVER };
}
