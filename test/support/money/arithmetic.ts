const DAY_MS = 86_400_000;
const MILLION = 1_000_000n;

/** Half to even, of whole numbers that are not below 0. */
function rounded(numerator: bigint, denominator: bigint): number {
  const floor = numerator / denominator;
  const rest = 2n * (numerator % denominator);
  const up = rest > denominator || (rest === denominator && floor % 2n === 1n);
  return Number(floor + (up ? 1n : 0n));
}

/** So many millionths of an amount. */
export function millionths(cents: number, ppm: number): number {
  return rounded(BigInt(cents) * BigInt(ppm), MILLION);
}

/** What so many days cost at a rate a month of thirty days. */
export function forDays(cents: number, monthlyPpm: number, days: number): number {
  return rounded(BigInt(cents) * BigInt(monthlyPpm) * BigInt(days), MILLION * 30n);
}

/** One that gets cents until it holds `cap`, the sooner the more it weighs. */
interface Taker {
  readonly weight: number;
  readonly held: number;
  readonly cap: number;
}

/** Highest averages (Sainte-Laguë), cent by cent; the first of equals gets it. Answers what each gets. */
function dealt(cents: number, takers: readonly Taker[]): number[] {
  const has = takers.map(({ held }) => held);
  for (let left = cents; left > 0; left -= 1) {
    let best = -1;
    for (const [place, { weight, cap }] of takers.entries()) {
      const own = has[place]!;
      if (own >= cap) continue;
      if (best < 0 || weight * (2 * has[best]! + 1) > takers[best]!.weight * (2 * own + 1)) best = place;
    }
    if (best < 0) throw new Error('nobody may take more');
    has[best]! += 1;
  }
  return has.map((held, place) => held - takers[place]!.held);
}

/** Ties go to who takes the remainder, then in the order of the rules. */
export function dealtInTieOrder<One extends { readonly takesRemainder: boolean }>(
  rules: readonly One[],
  taker: (one: One) => Taker,
  cents: number,
): number[] {
  const ordered = [
    ...rules.filter(({ takesRemainder }) => takesRemainder),
    ...rules.filter(({ takesRemainder }) => !takesRemainder),
  ];
  const gains = dealt(cents, ordered.map(taker));
  return rules.map((rule) => gains[ordered.indexOf(rule)]!);
}

/** As equal as cents allow, the first ones with the cents that are left. */
export function equal(cents: number, parts: number): number[] {
  return Array.from(
    { length: parts },
    (_, place) => Math.floor(cents / parts) + (place < cents % parts ? 1 : 0),
  );
}

/** Pro rata, rounded down; the cents that are left go one each to the first ones. */
export function proRata(cents: number, weights: readonly number[]): number[] {
  const whole = total(weights);
  const floors = weights.map((weight) => Math.floor((cents * weight) / whole));
  const left = cents - total(floors);
  return floors.map((share, place) => share + (place < left ? 1 : 0));
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Days are YYYY-MM-DD. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysFrom(day: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / DAY_MS);
}
