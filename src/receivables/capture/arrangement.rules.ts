import type { PaymentMethod } from '../../common/money';

/** The brands that the registrars of receivable units name (Res. BCB 264), by the letter of their codes. */
const LETTERS: Readonly<Record<string, string>> = {
  visa: 'V',
  mastercard: 'M',
  elo: 'E',
  american_express: 'A',
  hipercard: 'H',
  diners_club: 'D',
};

/** Only these issue debit cards. */
const WITH_DEBIT = ['visa', 'mastercard', 'elo'];

/**
 * The registrars' code of a payment arrangement: brand and kind of card, e.g. VCC, MCD. Null for what is no card, and for
 * brands without a code.
 */
export function arrangementOf(method: PaymentMethod, brand: string | null): string | null {
  const letter = LETTERS[brand ?? ''];
  if (letter === undefined) return null;
  if (method === 'credit_card') return `${letter}CC`;
  return method === 'debit_card' && WITH_DEBIT.includes(brand ?? '') ? `${letter}CD` : null;
}
