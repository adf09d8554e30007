import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Hits, HitsWanted, Walk } from './hits';
import { type Known, type SearchCondition, withSettled } from './settled-search';

/** A page is looked for among so many of the newest records, which costs about as much as a dear search is. */
const MOST_LOOKED_AT = 10_000;
/** Of so many of the newest records is known well enough how many of all a search finds. */
const SAMPLE = 1_000;

/** A list that a search is done in, its filters applied. */
export interface Lookup {
  readonly all: SelectQueryBuilder<ObjectLiteral>;
  readonly condition: SearchCondition;
  readonly walk: Walk;
}

/** What is newer than what is known of a search, and its page among the newest records: by the index of time alone. */
export function knownStatement(
  list: Lookup,
  known: Known,
  wanted: HitsWanted,
): SelectQueryBuilder<ObjectLiteral> {
  const fresh = looked(list).andWhere(`${list.walk.createdAt} >= CAST(:settledUntil AS timestamptz)`);
  return withPageOfNewest(list, wanted)
    .addSelect(`(SELECT count(*) FROM (${fresh.getQuery()} OFFSET 0) AS fresh WHERE fresh.hit)::int`, 'total')
    .from('(SELECT 1)', 'one')
    .setParameter('settledUntil', known.until);
}

/**
 * All that a search finds, counted where it is looked up, and its page among the newest records: what many have need not be gathered and
 * sorted for twenty.
 */
export function commonStatement(
  list: Lookup,
  { all, condition, walk }: Lookup,
  wanted: HitsWanted,
): SelectQueryBuilder<ObjectLiteral> {
  const found = all
    .clone()
    .andWhere(`(${condition.sql})`)
    .select(walk.createdAt, 'at')
    .setParameters(condition.parameters);
  const statement = withPageOfNewest(list, wanted)
    .addSelect('count(*)::int', 'total')
    .from(`(${found.getQuery()})`, 'counted')
    .setParameters(found.getParameters());
  return withSettled(statement);
}

/** Of so many of the newest records which share a search finds. */
export function sampleStatement(list: Lookup): SelectQueryBuilder<ObjectLiteral> {
  const newest = newestOf(list).limit(SAMPLE);
  return list.all
    .createQueryBuilder()
    .select('(count(*) FILTER (WHERE newest.hit))::float8 / greatest(count(*), 1)', 'share')
    .from(`(${newest.getQuery()})`, 'newest')
    .setParameters(newest.getParameters());
}

/** Whether a page of what so many have is among the newest records. */
export function isAmongNewest(share: number, { offset, limit }: HitsWanted): boolean {
  return share * MOST_LOOKED_AT > 2 * (offset + limit);
}

function looked({ all, condition: { sql, parameters }, walk }: Lookup): SelectQueryBuilder<ObjectLiteral> {
  return all
    .clone()
    .select(walk.id, 'id')
    .addSelect(walk.createdAt, 'at')
    .addSelect(`(${sql})`, 'hit')
    .setParameters(parameters);
}

function newestOf(list: Lookup): SelectQueryBuilder<ObjectLiteral> {
  return looked(list).orderBy(list.walk.createdAt, 'DESC').addOrderBy(list.walk.id, 'DESC');
}

function withPageOfNewest(
  list: Lookup,
  { cursor, offset, limit }: HitsWanted,
): SelectQueryBuilder<ObjectLiteral> {
  const newest = newestOf(list).limit(MOST_LOOKED_AT);
  if (cursor !== null) newest.andWhere(`(${list.walk.createdAt}, ${list.walk.id}) < (:cursorAt, :cursorId)`);
  return list.all
    .createQueryBuilder()
    .addSelect(
      `ARRAY(SELECT newest.id FROM (${newest.getQuery()}) AS newest WHERE newest.hit
              ORDER BY newest.at DESC, newest.id DESC OFFSET :skipped LIMIT :taken)::text[]`,
      'ids',
    )
    .setParameters({
      ...newest.getParameters(),
      ...{ skipped: offset, taken: limit, cursorAt: cursor?.at, cursorId: cursor?.id },
    });
}

/**
 * Total and page by that; null when the page is too far away, or has more than the total allows for: older records have come
 * from elsewhere.
 */
export function wholePage({ total, ids }: Hits, { cursor, offset, limit }: HitsWanted): Hits | null {
  const seen = offset + ids.length;
  const isContradicted = ids.length > 0 && seen > total;
  const isWhole = ids.length === limit || (cursor === null && seen >= total);
  return isWhole && !isContradicted ? { total, ids } : null;
}
