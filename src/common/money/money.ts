/** A percentage of 100: percentages are kept in millionths, so that four decimals are whole numbers. */
export const WHOLE_PPM = 1_000_000;

/**
 * The one place where money is rounded: `numerator ÷ denominator` to the nearest whole number, a half to the even one.
 * Half to even has no drift: over many amounts it gives and takes alike.
 */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('A denominator is above 0.');
  const floor = divideFloor(numerator, denominator);
  const twice = 2n * (numerator - floor * denominator);
  if (twice === denominator) return floor + (floor & 1n);
  return twice > denominator ? floor + 1n : floor;
}

/** Part ÷ whole of an amount in cents, rounded half to even. The product of the three may exceed what a double holds. */
export function partOf(amountCents: number, part: number, whole: number): number {
  return toCents(divideHalfEven(BigInt(amountCents) * BigInt(part), BigInt(whole)));
}

/** Part ÷ whole of an amount in cents, rounded down: what is left over belongs to somebody who is named elsewhere. */
export function partOfDown(amountCents: number, part: number, whole: number): number {
  return toCents(divideFloor(BigInt(amountCents) * BigInt(part), BigInt(whole)));
}

/** An amount in `count` parts as equal as cents allow; the first ones get the cents that are left, one each. */
export function equalParts(amountCents: number, count: number): number[] {
  const each = partOfDown(amountCents, 1, count);
  const left = amountCents - each * count;
  return Array.from({ length: count }, (_, index) => each + (index < left ? 1 : 0));
}

/** The sum of amounts in cents; refuses one that a double cannot hold exactly. */
export function sumCents(amounts: readonly number[]): number {
  return toCents(amounts.reduce((total, cents) => total + BigInt(cents), 0n));
}

/**
 * A decimal number of JSON in whole units of its last decimal: 33.33 with 2 decimals is 3333, which 33.33 × 100 is not.
 * Whoever must refuse more decimals asks `hasDecimals` before.
 */
export function toUnits(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals);
}

/** Whether a number has no more decimals than that. */
export function hasDecimals(value: number, decimals: number): boolean {
  return Number(value.toFixed(decimals)) === value;
}

function divideFloor(numerator: bigint, denominator: bigint): bigint {
  const towardsZero = numerator / denominator;
  return numerator % denominator < 0n ? towardsZero - 1n : towardsZero;
}

function toCents(value: bigint): number {
  const cents = Number(value);
  if (!Number.isSafeInteger(cents)) throw new RangeError('The amount is larger than a double holds exactly.');
  return cents;
}
