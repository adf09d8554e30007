import type { Figure } from './row';
import type { Site } from './site';

/** Whole for the published table, quick for a pipeline: it says that the bench runs, not how fast anything is. */
export interface Form {
  readonly isQuick: boolean;
  readonly rounds: number;
  /** Of each side of a round. */
  readonly seconds: number;
  /** Of what is watched for long. */
  readonly minutes: number;
}

export const WHOLE: Form = { isQuick: false, rounds: 5, seconds: 2, minutes: 60 };
export const QUICK: Form = { isQuick: true, rounds: 1, seconds: 1, minutes: 1 };

/** A number of the table and how its figures are measured. What must be so and is not is thrown. */
export interface Subject {
  readonly id: string;
  /** Other numbers of the table that are measured with it. */
  readonly also?: readonly string[];
  readonly what: string;
  /** Part of the quick form. */
  readonly isQuick: boolean;
  /** Takes an hour: measured when it is asked for by its id alone. */
  readonly isLong?: boolean;
  /** Why it cannot be measured here, or null. */
  skip?(): string | null;
  run(site: Site, form: Form): Promise<readonly Figure[]>;
}
