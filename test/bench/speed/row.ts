/** What a figure has to reach. */
export interface Reach {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A figure as it was measured: once a round. */
export interface Figure {
  /** The row of the table it belongs to, and its name in it: `1.pix-32`. */
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  readonly values: readonly number[];
  readonly reach: Reach | null;
  /** For people: what the two sides of a ratio were. */
  readonly note?: string;
}

/** A line of the table. */
export interface Row {
  readonly id: string;
  readonly what: string;
  /** The median of the rounds. */
  readonly value: number;
  readonly unit: string;
  readonly reach: string | null;
  /** Null when it is not judged: there is nothing to reach, the form is quick, or the machine was busy. */
  readonly holds: boolean | null;
  /** The lowest and the highest of the rounds. */
  readonly spread: readonly [number, number];
}

export const RATIO = 'ratio';

export function rowOf(figure: Figure, isJudged: boolean): Row {
  const { id, what, unit, values, reach } = figure;
  const value = median(values);
  return {
    id,
    what,
    value: rounded(value),
    unit,
    reach: reach === null ? null : reachText(reach),
    holds: reach === null || !isJudged ? null : reaches(value, reach),
    spread: [rounded(Math.min(...values)), rounded(Math.max(...values))],
  };
}

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('nothing was measured');
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const [below = 0, above = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (below + above) / 2;
}

function reaches(value: number, { atLeast = -Infinity, atMost = Infinity }: Reach): boolean {
  return value >= atLeast && value <= atMost;
}

function reachText({ atLeast, atMost }: Reach): string {
  const parts = [atLeast === undefined ? [] : [`≥ ${atLeast}`], atMost === undefined ? [] : [`≤ ${atMost}`]];
  return parts.flat().join(', ');
}

/** Three digits that mean something. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
