import { daysBetween } from '../../common/calendar';
import { divideHalfEven, partOf, WHOLE_PPM } from '../../common/money';

/** A fee is per month of thirty days. */
const DAYS_A_MONTH = 30;
const AVERAGE_DECIMALS = 100n;

/** A receivable that could be paid early, in cents. */
export interface Candidate {
  readonly id: string;
  /** YYYY-MM-DD. */
  readonly dueDate: string;
  readonly netCents: number;
}

/** A receivable in an anticipation, in cents: what comes of it early is its net less the fee. */
export interface Part {
  readonly receivableId: string;
  readonly dueDate: string;
  readonly netCents: number;
  readonly days: number;
  readonly feeCents: number;
}

/** Parts together, in cents. */
export interface PartTotals {
  readonly count: number;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly payoutCents: number;
  /** Weighted by what each is worth, two decimals. */
  readonly averageDays: number;
}

/** What one receivable costs when it is paid on a day; null: nothing would be left of it, or its day is not later. */
export function partFor({ id, dueDate, netCents }: Candidate, monthlyPpm: number, day: string): Part | null {
  const days = daysBetween(day, dueDate);
  if (days <= 0 || netCents <= 0) return null;
  const feeCents = partOf(netCents, monthlyPpm * days, WHOLE_PPM * DAYS_A_MONTH);
  return feeCents < netCents ? { receivableId: id, dueDate, netCents, days, feeCents } : null;
}

export function payoutOf({ netCents, feeCents }: Pick<Part, 'netCents' | 'feeCents'>): number {
  return netCents - feeCents;
}

/** As few as reach a payout, in their order; null: all of them do not. */
export function shortestRun(parts: readonly Part[], payoutCents: number): readonly Part[] | null {
  let reached = 0;
  for (const [index, part] of parts.entries()) {
    reached += payoutOf(part);
    if (reached >= payoutCents) return parts.slice(0, index + 1);
  }
  return null;
}

export function totalsOf(parts: readonly Pick<Part, 'netCents' | 'feeCents' | 'days'>[]): PartTotals {
  const amountCents = parts.reduce((total, { netCents }) => total + netCents, 0);
  const feeCents = parts.reduce((total, part) => total + part.feeCents, 0);
  return {
    count: parts.length,
    amountCents,
    feeCents,
    payoutCents: amountCents - feeCents,
    averageDays: averageDays(parts, amountCents),
  };
}

function averageDays(parts: readonly Pick<Part, 'netCents' | 'days'>[], amountCents: number): number {
  if (amountCents === 0) return 0;
  const weighted = parts.reduce((total, { netCents, days }) => total + BigInt(netCents) * BigInt(days), 0n);
  const hundredths = divideHalfEven(weighted * AVERAGE_DECIMALS, BigInt(amountCents));
  return Number(hundredths) / Number(AVERAGE_DECIMALS);
}
