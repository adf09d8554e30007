import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type BoundedCache, boundedCache } from '../../bounded-cache';
import type { Hits, HitsWanted, Walk } from './hits';

/** Searches that are remembered by a process, and for how long. */
const ENTRIES = 1_000;
const KEPT_MS = 300_000;
/** A search that takes less is as well done again. */
const DEAR_MS = 30;
/** Older records are there for everybody: no transaction that writes one takes longer (architecture §4). */
const SETTLED_AFTER = `interval '2 minutes'`;
/** A page is looked for among so many of the newest records, which costs about as much as a dear search is. */
const MOST_LOOKED_AT = 10_000;

/** The condition of a search, with its parameters; as a value it is looked up by no index. */
export interface SearchCondition {
  readonly sql: string;
  /** The same, looked up by a rare part of the term; null when none stands out. */
  readonly byPart: string | null;
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

/** For the statement of a search, which counts its hits as `counted`: what SettledSearches wants to know of it. */
export const SETTLED_COLUMNS = {
  until: `date_trunc('second', now() - ${SETTLED_AFTER})::text`,
  settled: `(count(*) FILTER (WHERE counted.at < date_trunc('second', now() - ${SETTLED_AFTER})))::int`,
};

interface Looked {
  readonly fresh: number;
  readonly ids: readonly string[];
}

/**
 * What is newer than what is known of a search, and its page among the newest records: by the index of time alone.
 *
 * @param all the list without the search
 */
export function knownStatement<E extends ObjectLiteral>(
  all: SelectQueryBuilder<E>,
  { sql, parameters }: SearchCondition,
  known: Known,
  { cursor, offset, limit }: HitsWanted,
  { id, createdAt }: Pick<Walk, 'id' | 'createdAt'>,
): SelectQueryBuilder<ObjectLiteral> {
  const looked = (): SelectQueryBuilder<E> =>
    all.clone().select(id, 'id').addSelect(createdAt, 'at').addSelect(`(${sql})`, 'hit');
  const fresh = looked().andWhere(`${createdAt} >= CAST(:settledUntil AS timestamptz)`);
  const newest = looked().orderBy(createdAt, 'DESC').addOrderBy(id, 'DESC').limit(MOST_LOOKED_AT);
  if (cursor !== null) newest.andWhere(`(${createdAt}, ${id}) < (:cursorAt, :cursorId)`);
  return all
    .createQueryBuilder()
    .select(`(SELECT count(*) FROM (${fresh.getQuery()} OFFSET 0) AS fresh WHERE fresh.hit)::int`, 'fresh')
    .addSelect(
      `ARRAY(SELECT newest.id FROM (${newest.getQuery()}) AS newest WHERE newest.hit
              ORDER BY newest.at DESC, newest.id DESC OFFSET :skipped LIMIT :taken)::text[]`,
      'ids',
    )
    .from('(SELECT 1)', 'one')
    .setParameters({
      ...all.getParameters(),
      ...parameters,
      ...{
        settledUntil: known.until,
        skipped: offset,
        taken: limit,
        cursorAt: cursor?.at,
        cursorId: cursor?.id,
      },
    });
}

/**
 * Total and page by that; null when the page is too far away, or has more than what is known allows for: older records have come
 * from elsewhere.
 */
export function knownHits(
  { settled }: Known,
  { cursor, offset, limit }: HitsWanted,
  looked: Looked | null,
): Hits | null {
  if (looked === null) return null;
  const { fresh, ids } = looked;
  const total = settled + fresh;
  const seen = offset + ids.length;
  const isContradicted = ids.length > 0 && seen > total;
  const isWhole = ids.length === limit || (cursor === null && seen >= total);
  return isWhole && !isContradicted ? { total, ids } : null;
}
