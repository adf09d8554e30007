import { daysBetween } from '../../common/calendar';

/** What the barcode of a boleto says; the free field is the issuing bank's own, 25 digits. */
export interface BoletoFields {
  readonly bankCode: string;
  /** YYYY-MM-DD. */
  readonly dueDate: string;
  readonly amountCents: number;
  readonly freeField: string;
}

const CURRENCY_REAL = '9';
const FACTOR_BASE = '1997-10-07';
const FACTOR_FIRST = 1000;
const FACTOR_COUNT = 9000;
/** The amount has ten digits in the barcode. */
const MAX_BOLETO_CENTS = 9_999_999_999;

/**
 * The due date as four digits: days since 1997-10-07. After 9999 (2025-02-21) the count went on at 1000, so a factor
 * names a date only together with the time at which it is read.
 */
export function dueDateFactor(dueDate: string): string {
  const days = daysBetween(FACTOR_BASE, dueDate);
  if (days < FACTOR_FIRST) throw new RangeError('Due-date factors begin on 2000-07-03.');
  return String(((days - FACTOR_FIRST) % FACTOR_COUNT) + FACTOR_FIRST);
}

/** The 44 digits of the barcode: bank, currency, check digit, factor, amount, free field (FEBRABAN). */
export function boletoBarcode(fields: BoletoFields): string {
  if (!/^\d{3}$/.test(fields.bankCode)) throw new RangeError('A bank code has 3 digits.');
  if (!/^\d{25}$/.test(fields.freeField)) throw new RangeError('A free field has 25 digits.');
  const { amountCents } = fields;
  if (!Number.isSafeInteger(amountCents) || amountCents < 1 || amountCents > MAX_BOLETO_CENTS) {
    throw new RangeError('The amount of a boleto has at most ten digits.');
  }
  const head = fields.bankCode + CURRENCY_REAL;
  const tail = dueDateFactor(fields.dueDate) + String(amountCents).padStart(10, '0') + fields.freeField;
  return head + checkDigitMod11(head + tail) + tail;
}

/** The 47 digits that a person types: the barcode in another order, three fields with a check digit each. */
export function digitableLine(barcode: string): string {
  if (!/^\d{44}$/.test(barcode)) throw new RangeError('A barcode has 44 digits.');
  const withCheck = (digits: string): string => digits + checkDigitMod10(digits);
  return [
    withCheck(barcode.slice(0, 4) + barcode.slice(19, 24)),
    withCheck(barcode.slice(24, 34)),
    withCheck(barcode.slice(34, 44)),
    barcode.slice(4, 5),
    barcode.slice(5, 19),
  ].join('');
}

// Weights 2 and 1 from the right; the digits of each product are added.
function checkDigitMod10(digits: string): string {
  let sum = 0;
  Array.from(digits)
    .reverse()
    .forEach((digit, index) => {
      const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
      sum += product > 9 ? product - 9 : product;
    });
  return String((10 - (sum % 10)) % 10);
}

// Weights 2 to 9 from the right, again and again; 0, 10 and 11 become 1.
function checkDigitMod11(digits: string): string {
  let sum = 0;
  Array.from(digits)
    .reverse()
    .forEach((digit, index) => {
      sum += Number(digit) * (2 + (index % 8));
    });
  const check = 11 - (sum % 11);
  return String(check > 9 ? 1 : check);
}
