import type { Bench } from './bench';

/** Which counts a trial makes: seconds in the pipeline, or those of the published table. */
export type Form = 'short' | 'full';

/** What a trial counted. What is not counted by it is 0. */
export interface Outcome {
  /** How often it did what it does: kills, races, requests. */
  readonly count: number;
  /** Accepted requests without a row, and events that were never delivered. */
  readonly lost?: number;
  /** Charges, refunds, payments and deliveries that are there twice. */
  readonly doubled?: number;
  /** Everything else that must not be, broken invariants among it. */
  readonly violations?: number;
  /** The longest of what the trial has a bound for, in milliseconds; its sentence says of what. */
  readonly worstMs?: number;
  /** What the worst may be; null when the trial has no bound on time. */
  readonly boundMs?: number | null;
  /** For people: what was lost, doubled or violated, and other figures of interest. */
  readonly notes?: readonly string[];
}

/** One way to break the service, and what must hold all the same. */
export interface Trial {
  readonly id: string;
  /** What is done, and what must hold, in one line. */
  readonly trial: string;
  /** How often, by form. */
  readonly counts: Readonly<Record<Form, number>>;
  /**
   * Where it runs in the short form: `beside` what shares four processes, on servers of its own, because it mostly
   * waits and its bounds are wide; `alone` at the end, because it measures what any other work would slow down.
   */
  readonly place?: 'beside' | 'alone';
  /** Why it cannot run here, or null. */
  skip?(): string | null;
  run(bench: Bench, count: number): Promise<Outcome>;
}

/** A line of the table. */
export interface Row {
  readonly id: string;
  readonly trial: string;
  readonly count: number;
  readonly lost: number;
  readonly doubled: number;
  readonly violations: number;
  readonly worst_ms: number;
  readonly holds: boolean;
}

/** Nothing lost, doubled or violated, something done, and the worst within its bound. */
export function rowOf({ id, trial }: Trial, outcome: Outcome): Row {
  const { count, lost = 0, doubled = 0, violations = 0, worstMs = 0, boundMs = null } = outcome;
  const holds = count > 0 && lost + doubled + violations === 0 && (boundMs === null || worstMs <= boundMs);
  return { id, trial, count, lost, doubled, violations, worst_ms: Math.round(worstMs), holds };
}
