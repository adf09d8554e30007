import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Cursor } from './cursor';

/** An order of records: by an expression of the query's, equal ones by time. */
export interface ListSort {
  readonly by: string;
  readonly direction: 'ASC' | 'DESC';
}

/** Which of the matching records make a page. */
export interface HitsWanted {
  /** After this record; null from the first one. */
  readonly cursor: Cursor | null;
  readonly offset: number;
  readonly limit: number;
}

export interface Hits {
  readonly total: number;
  readonly ids: readonly string[];
}

export interface HitsWithRecords<E> extends Hits {
  /** Of these ids, in any order. */
  readonly records: readonly E[];
}

/** How the records of a list are gone through. */
export interface Walk {
  readonly id: string;
  readonly createdAt: string;
  readonly direction: 'ASC' | 'DESC';
  readonly sort: ListSort | undefined;
  readonly once: boolean;
}

/**
 * The exact total and the ids of one page, by one statement. Only ids and times are looked at, which indexes hold:
 * rows are read for the page alone (decision 0003).
 */
export async function findHits<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  wanted: HitsWanted,
  walk: Walk,
): Promise<Hits> {
  const row = await hitsStatement(builder, wanted, walk).getRawOne<Hits>();
  return row ?? { total: 0, ids: [] };
}

export function hitsStatement<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { cursor, offset, limit }: HitsWanted,
  { id, createdAt, direction, sort, once }: Walk,
): SelectQueryBuilder<ObjectLiteral> {
  const matching = builder.clone().select(id, 'id').addSelect(createdAt, 'at');
  if (sort !== undefined) matching.addSelect(sort.by, 'sorted');
  const first = sort === undefined ? '' : `hits.sorted ${sort.direction}, `;
  const beyond = direction === 'ASC' ? '>' : '<';
  const rest = cursor === null ? '' : `WHERE (hits.at, hits.id) ${beyond} (:cursorAt, :cursorId)`;
  return builder
    .createQueryBuilder()
    .addCommonTableExpression(matching, 'hits', { materialized: once })
    .select('count(*)::int', 'total')
    .addSelect(
      `ARRAY(SELECT hits.id FROM hits ${rest}
              ORDER BY ${first}hits.at ${direction}, hits.id ${direction} OFFSET :skipped LIMIT :taken)::text[]`,
      'ids',
    )
    .from('hits', 'counted')
    .setParameters({ skipped: offset, taken: limit, cursorAt: cursor?.at, cursorId: cursor?.id });
}
