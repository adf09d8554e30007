import { isIPv4 } from 'node:net';

const MASK = '***';

/** Keys, secrets and tokens of ours, wherever they stand in a line. */
const SECRETS = /\b(?:sk_(?:test|live)|ops|whsec)_[A-Za-z0-9+/=_-]{8,}/g;

/** A Basic or Bearer credential. */
const CREDENTIALS = /\b(Basic|Bearer) +[A-Za-z0-9+/=._-]{8,}/gi;

/** Runs of 11 to 14 digits that no longer number or word contains, grouped or not: what may be a tax number. */
const TAX_DIGITS = /(?<![\w.-])\d(?:[ .-]?\d){10,13}(?![\w-])/g;

/**
 * Runs of 13 to 19 digits, whatever stands around them: what may be a card number. Ids and hashes of ours are left
 * alone: what is masked in the head of the audit log could not be compared with it later.
 */
const ID_OR_CARD_DIGITS =
  /(?<![\da-f])[\da-f]{64}(?![\da-f])|(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])|(?<!\d)\d(?:[ .-]?\d){12,18}(?!\d)/gi;

const CPF_DIGITS = 11;
const CNPJ_DIGITS = 14;

/** Masks secrets, card numbers (13 to 19 digits that pass Luhn) and tax numbers with right check digits in a log line. */
export function maskSensitive(line: string): string {
  return line
    .replace(SECRETS, MASK)
    .replace(CREDENTIALS, `$1 ${MASK}`)
    .replace(ID_OR_CARD_DIGITS, (text) => (passesLuhn(text.replace(/[ .-]/g, '')) ? MASK : text))
    .replace(TAX_DIGITS, (text) => (isTaxNumber(text) ? MASK : text));
}

function passesLuhn(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** An address is none, whatever its digits add up to: who came from where is what logs and the audit log are for. */
function isTaxNumber(text: string): boolean {
  if (isIPv4(text)) return false;
  const digits = text.replace(/[ .-]/g, '');
  if (digits.length === CPF_DIGITS) return endsInCheckDigits(digits, 11);
  return digits.length === CNPJ_DIGITS && endsInCheckDigits(digits, 9);
}

/** Both check digits of CPF and CNPJ: weights grow from 2 at the right; after `maxWeight` they begin again. */
function endsInCheckDigits(digits: string, maxWeight: number): boolean {
  const body = digits.length - 2;
  return [body, body + 1].every((length) => {
    let sum = 0;
    for (let index = 0; index < length; index += 1) {
      const distance = length - 1 - index;
      const weight = 2 + (distance % (maxWeight - 1));
      sum += Number(digits[index]) * weight;
    }
    const rest = sum % 11;
    return Number(digits[length]) === (rest < 2 ? 0 : 11 - rest);
  });
}
