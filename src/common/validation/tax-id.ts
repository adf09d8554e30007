/**
 * Brazilian tax numbers as the Receita Federal defines them: a CPF (people) is 11 digits, a CNPJ
 * (companies) is 12 characters of 0-9A-Z and 2 digits. The last two digits check the rest by modulus 11;
 * since July 2026 a CNPJ may hold letters, whose value is the ASCII code minus 48, so a digit keeps its own.
 */
export type EntityType = 'pj' | 'pf';

const CPF_SHAPE = /^[0-9]{11}$/;
const CNPJ_SHAPE = /^[0-9A-Z]{12}[0-9]{2}$/;

/** The sole weight rule that differs: a CPF counts on from 2, a CNPJ starts again at 2 after 9. */
const CPF_HIGHEST_WEIGHT = 11;
const CNPJ_HIGHEST_WEIGHT = 9;

/** True for 11 digits, whatever their check digits. */
export function hasCpfShape(value: string): boolean {
  return CPF_SHAPE.test(value);
}

/** True for 12 characters of 0-9A-Z and 2 digits, whatever the check digits. */
export function hasCnpjShape(value: string): boolean {
  return CNPJ_SHAPE.test(value);
}

/** Whether the value looks like the tax number of this kind of entity; says nothing of its check digits. */
export function hasTaxIdShape(entityType: EntityType, value: string): boolean {
  return entityType === 'pf' ? hasCpfShape(value) : hasCnpjShape(value);
}

/** A CPF without mask whose check digits are right and which is not one digit repeated. */
export function isCpf(value: string): boolean {
  return hasCpfShape(value) && checksOut(value, CPF_HIGHEST_WEIGHT);
}

/** A CNPJ without mask, numeric or alphanumeric, whose check digits are right. */
export function isCnpj(value: string): boolean {
  return hasCnpjShape(value) && checksOut(value, CNPJ_HIGHEST_WEIGHT);
}

/** Whether the check digits of a number of 11 (CPF) or 14 (CNPJ) characters are right. */
export function isTaxId(value: string): boolean {
  return isCpf(value) || isCnpj(value);
}

/** Only an alphanumeric CNPJ holds letters; its check digits are enforced in every mode (contract §2). */
export function hasLetters(value: string): boolean {
  return /[A-Z]/.test(value);
}

/** The two check digits that belong after this base: 9 digits of a CPF, 12 characters of a CNPJ. */
export function checkDigits(base: string): string {
  const highestWeight = base.length === 9 ? CPF_HIGHEST_WEIGHT : CNPJ_HIGHEST_WEIGHT;
  const first = checkDigit(base, highestWeight);
  return `${first}${checkDigit(base + first, highestWeight)}`;
}

function checksOut(value: string, highestWeight: number): boolean {
  if (isOneDigitRepeated(value)) return false;
  const base = value.slice(0, -2);
  const first = checkDigit(base, highestWeight);
  return value.slice(-2) === first + checkDigit(base + first, highestWeight);
}

/** 000…, 111… pass the arithmetic but were never issued. */
function isOneDigitRepeated(value: string): boolean {
  return /^([0-9])\1+$/.test(value);
}

function checkDigit(base: string, highestWeight: number): string {
  let sum = 0;
  for (let index = 0; index < base.length; index += 1) {
    const fromTheRight = base.length - 1 - index;
    const weight = 2 + (fromTheRight % (highestWeight - 1));
    sum += (base.charCodeAt(index) - 48) * weight;
  }
  const remainder = sum % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}
