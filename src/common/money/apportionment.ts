/** One recipient as an apportionment sees it, in cents. */
export interface Claim {
  /** The share of the whole charge: what the recipient's claim weighs. */
  readonly weightCents: number;
  /** What the recipient has been given so far. */
  readonly heldCents: number;
  /** The most the recipient may ever be given. */
  readonly capCents: number;
}

interface BigClaim {
  readonly weight: bigint;
  readonly held: bigint;
  readonly cap: bigint;
}

/**
 * Gives `cents` away one by one, each to the claim with the highest average (Sainte-Laguë: weight ÷ (2 × held + 1)),
 * continuing from what every claim holds; ties go to the claim listed first. Returns what each claim gains.
 *
 * Sainte-Laguë is house-monotone: one cent more never takes a cent from anybody. That is why parts of parts need no
 * correction, and why many small steps end where one large step ends (contract: split[]).
 *
 * @throws RangeError when the claims cannot take that many cents together.
 */
export function apportion(cents: number, claims: readonly Claim[]): number[] {
  const big = claims.map(toBigClaim);
  const wanted = sum(big.map((claim) => claim.held)) + BigInt(cents);
  if (cents < 0 || wanted > sum(big.map((claim) => claim.cap))) {
    throw new RangeError('The claims cannot take that many cents.');
  }
  const given = heldBelowPrice(big, wanted);
  let missing = wanted - sum(given);
  while (missing > 0n) {
    const winner = nextWinner(big, given);
    given[winner] = (given[winner] ?? 0n) + 1n;
    missing -= 1n;
  }
  return given.map((total, index) => Number(total - (big[index]?.held ?? 0n)));
}

function toBigClaim(claim: Claim): BigClaim {
  const { weightCents, heldCents, capCents } = claim;
  const whole = [weightCents, heldCents, capCents].every(
    (cents) => Number.isSafeInteger(cents) && cents >= 0,
  );
  if (!whole || heldCents > capCents || capCents > weightCents) {
    throw new RangeError('A claim holds no more than its cap, and its cap is no more than its weight.');
  }
  return { weight: BigInt(weightCents), held: BigInt(heldCents), cap: BigInt(capCents) };
}

/**
 * The k-th cent of a claim has the price (2k − 1) ÷ weight, and the cheapest cents are given first. This finds, by
 * bisection, the highest price on a grid of 1 ÷ (largest weight) at which no more than `wanted` cents are cheap enough:
 * amounts have ten digits, so cents cannot be dealt singly. One step of the grid sells each claim at most one cent,
 * so fewer cents than there are claims remain to be dealt by hand.
 */
function heldBelowPrice(claims: readonly BigClaim[], wanted: bigint): bigint[] {
  const grid = claims.reduce((most, { weight }) => (weight > most ? weight : most), 1n);
  const at = (price: bigint): bigint[] =>
    claims.map(({ weight, held, cap }) => clamp((price * weight + grid) / (2n * grid), held, cap));
  let low = 0n;
  let high = grid * (2n * grid + 1n);
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (sum(at(middle)) <= wanted) low = middle;
    else high = middle;
  }
  return at(low);
}

function nextWinner(claims: readonly BigClaim[], given: readonly bigint[]): number {
  let winner = -1;
  claims.forEach((claim, index) => {
    const has = given[index] ?? 0n;
    if (has >= claim.cap) return;
    const best = claims[winner];
    const bestHas = given[winner] ?? 0n;
    // weight ÷ (2 × has + 1), compared without dividing; "greater" and not "at least" keeps the list's order in a tie.
    if (!best || claim.weight * (2n * bestHas + 1n) > best.weight * (2n * has + 1n)) winner = index;
  });
  return winner;
}

function clamp(value: bigint, low: bigint, high: bigint): bigint {
  if (value < low) return low;
  return value > high ? high : value;
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
