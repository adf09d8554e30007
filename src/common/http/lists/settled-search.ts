import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type BoundedCache, boundedCache } from '../../bounded-cache';

/** Searches that are remembered by a process, and for how long. */
const ENTRIES = 1_000;
const KEPT_MS = 300_000;
/** A search that takes less is as well done again. */
const DEAR_MS = 30;
/** Older records are there for everybody: no transaction that writes one takes longer (architecture §4). */
const UNTIL = `date_trunc('second', now() - interval '2 minutes')`;

/** The condition of a search, with its parameters; as a value it is looked up by no index. */
export interface SearchCondition {
  readonly sql: string;
  /** The same, looked up by a rare part of the term; null when none stands out. */
  readonly byPart: string | null;
  /** The term is shorter than what an index of trigrams knows. */
  readonly isShort: boolean;
  readonly parameters: ObjectLiteral;
}

/** How many records before a moment a search found. */
export interface Known {
  readonly settled: number;
  readonly until: string;
}

/**
 * What dear searches came to, for lists of records that a search sees alike for ever: none is deleted, nothing changes that
 * it looks at (decision 0003). The number of old ones is kept, and only newer ones are searched when it is asked for again or for
 * another page.
 */
export class SettledSearches {
  private readonly known: BoundedCache<Known> = boundedCache(ENTRIES, KEPT_MS);

  recall(key: string): Known | null {
    return this.known.get(key) ?? null;
  }

  /** @param tookMs what the search took: of a cheap one nothing is kept, nor what was known of it before */
  note(key: string, { settled, until }: Known, tookMs: number): void {
    if (tookMs >= DEAR_MS) this.known.set(key, { settled, until });
    else this.known.delete(key);
  }
}

/** Adds to the statement of a search, which counts its hits as `counted`, what SettledSearches wants to know of it. */
export function withSettled(statement: SelectQueryBuilder<ObjectLiteral>): SelectQueryBuilder<ObjectLiteral> {
  return statement
    .addSelect(`(count(*) FILTER (WHERE counted.at < ${UNTIL}))::int`, 'settled')
    .addSelect(`${UNTIL}::text`, 'until');
}
