import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { OverBudgetError, withinBudget } from '../../../database';
import { type ErrorDetail, validationFailed } from '../../errors';
import { containsPattern } from '../../text';
import { bareTaxId } from '../../validation';
import type { Pagination } from '../reply';
import { type Cursor, readCursor, writeCursor } from './cursor';
import type { ListQuery } from './list-query';
import { findKnown, type SearchCondition, SETTLED_COLUMNS, type SettledSearches } from './settled-search';

const DEFAULT_LIMIT = 20;
/** What a search may take: one of two letters, or of what all have, reads all rows of its merchant (decision 0043). */
const SEARCH_BUDGET_MS = 3_000;
/** Of days whose query names none. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** One page of records, with what the list envelope says of it. */
export interface Page<E> extends Pagination {
  readonly items: readonly E[];
}

/** Which properties of the query's alias the shared filters work on. */
export interface ListSpec {
  readonly alias: string;
  /** Of a merchant's own list: its rows are read by the primary key, which begins with it. */
  readonly merchantId?: string;
  /** Default `createdAt`. */
  readonly createdAt?: string;
  /** Default `id`. */
  readonly id?: string;
  /** A column that holds `searchText(…)`. */
  readonly search?: string;
  /**
   * A column of tax numbers that a search finds too. Merchants find their own by any `part`; operators, who see them
   * masked, `whole` alone: by its parts a number would be found out digit by digit (contract §8).
   */
  readonly taxId?: { readonly column: string; readonly found: 'part' | 'whole' };
  readonly status?: string;
  /** The builder's own condition is dear, so it is looked up once for total and page. Default: with a search. */
  readonly once?: boolean;
  /** Only the review queue is oldest first (contract §4). */
  readonly oldestFirst?: boolean;
  /** Another order than by time, for pages alone: a walk goes by time, and is refused with one. */
  readonly sort?: ListSort | undefined;
  /** Of a list whose records never change for a search, newest first: what searches came to, and which one this is. */
  readonly settled?: { readonly searches: SettledSearches; readonly key: string };
  /** Another way to the same hits, where total and place are kept and need not be counted. */
  readonly findHits?: (wanted: HitsWanted) => Promise<Hits>;
}

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

/**
 * The one list query of the product (contract §4): filters, exact total, newest first, by page or by cursor.
 * The builder brings the tenant's condition and the filters of its own. Throws 422 for contradicting parameters.
 */
export async function paginate<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  query: ListQuery & { readonly status?: readonly string[]; readonly search?: string },
  spec: ListSpec,
): Promise<Page<E>> {
  assertConsistent(query);
  if (query.cursor !== undefined && spec.sort !== undefined) {
    const message = 'cannot be combined with sort';
    throw validationFailed([{ field: 'cursor', code: 'not_with_sort', message }]);
  }
  const { page, limit } = pageOf(query);
  const createdAt = `${spec.alias}.${spec.createdAt ?? 'createdAt'}`;
  const id = `${spec.alias}.${spec.id ?? 'id'}`;
  applyFilters(builder, query, spec, createdAt);
  const all = builder.clone();
  const condition = searchOf(query, spec);
  if (condition !== null) builder.andWhere(`(${condition.sql})`, condition.parameters);

  const walk = [spec.merchantId ?? '', createdAt, id].join(' ');
  const cursor = query.cursor === undefined || query.cursor === '' ? null : readCursor(walk, query.cursor);
  const isWalk = query.cursor !== undefined;
  // One more than a walk shows tells whether it goes on.
  const wanted = { cursor, offset: (page - 1) * limit, limit: isWalk ? limit + 1 : limit };
  const way = {
    id,
    createdAt,
    direction: spec.oldestFirst === true ? ('ASC' as const) : ('DESC' as const),
    sort: spec.sort,
    // A search is done once; everything else the planner may do in two ways, each by its best index.
    once: spec.once ?? condition !== null,
  };
  const { total, ids } = await (spec.findHits?.(wanted) ??
    (condition === null
      ? findHits(builder, wanted, way)
      : search(builder, { all, condition }, wanted, way, spec.settled)));
  const items = await readHits(builder, ids.slice(0, limit), id, spec);
  const totals = { limit, total, totalPages: Math.ceil(total / limit) };
  if (!isWalk) return { items, page, ...totals };
  const last = ids.length > limit ? items.at(-1) : undefined;
  return {
    items,
    page: 1,
    ...totals,
    next_cursor: last === undefined ? null : writeCursor(walk, cursorOf(last, spec)),
  };
}

/** The page that a query asks for, and how many records it has. */
export function pageOf({ page = 1, limit = DEFAULT_LIMIT }: ListQuery): { page: number; limit: number } {
  return { page, limit };
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
async function findHits<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  wanted: HitsWanted,
  walk: Walk,
): Promise<Hits> {
  const row = await hitsStatement(builder, wanted, walk).getRawOne<Hits>();
  return row ?? { total: 0, ids: [] };
}

function hitsStatement<E extends ObjectLiteral>(
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
    .select('(SELECT count(*) FROM hits)::int', 'total')
    .addSelect(
      `ARRAY(SELECT hits.id FROM hits ${rest}
              ORDER BY ${first}hits.at ${direction}, hits.id ${direction} OFFSET :skipped LIMIT :taken)::text[]`,
      'ids',
    )
    .from('(SELECT 1)', 'one')
    .setParameters({ skipped: offset, taken: limit, cursorAt: cursor?.at, cursorId: cursor?.id });
}

/** As findHits, with an end to what it may take; one that is known (`settled`) looks at little more than its page. */
async function search<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { all, condition }: { readonly all: SelectQueryBuilder<E>; readonly condition: SearchCondition },
  wanted: HitsWanted,
  walk: Walk,
  settled: ListSpec['settled'],
): Promise<Hits> {
  const known = settled?.searches.recall(settled.key) ?? null;
  const hits = known && (await findKnown(all, condition, known, wanted, walk));
  if (hits !== null) return hits;
  const statement = hitsStatement(builder, wanted, walk);
  if (settled !== undefined)
    statement.addSelect(SETTLED_COLUMNS.settled, 'settled').addSelect(SETTLED_COLUMNS.until, 'until');
  const beganMs = performance.now();
  const row = await withinSearchBudget(statement);
  if (row === undefined) return { total: 0, ids: [] };
  if (settled !== undefined) settled.searches.note(settled.key, row, performance.now() - beganMs);
  return row;
}

/** Throws 422 for a search that finds, or looks at, more than one may have to wait for. */
async function withinSearchBudget(
  statement: SelectQueryBuilder<ObjectLiteral>,
): Promise<(Hits & { readonly settled: number; readonly until: string }) | undefined> {
  try {
    return await withinBudget(statement.dataSource, SEARCH_BUDGET_MS, (runner) =>
      statement.setQueryRunner(runner).getRawOne(),
    );
  } catch (error) {
    if (!(error instanceof OverBudgetError)) throw error;
    const message =
      'finds too much to be counted in time: name more of it, or the days to look at (date_from, date_to)';
    throw validationFailed([{ field: 'search', code: 'too_broad', message }]);
  }
}

/** The records of these ids, in their order; one that was deleted a moment ago is missing. */
async function readHits<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  ids: readonly string[],
  id: string,
  spec: ListSpec,
): Promise<E[]> {
  if (ids.length === 0) return [];
  const hits = builder.clone().where(`${id} IN (:...hitIds)`, { hitIds: ids });
  if (spec.merchantId !== undefined)
    hits.andWhere(`${spec.alias}.merchantId = :hitMerchant`, { hitMerchant: spec.merchantId });
  const found = await hits.getMany();
  const byId = new Map<string, E>(found.map((record) => [String(record[spec.id ?? 'id']), record]));
  return ids.map((hit) => byId.get(hit)).filter((record) => record !== undefined);
}

/** Throws 422 for contradicting parameters of a list. */
export function assertConsistent(query: Pick<ListQuery, 'cursor' | 'page' | 'date_from' | 'date_to'>): void {
  const details: ErrorDetail[] = [];
  if (query.cursor !== undefined && query.page !== undefined) {
    details.push({ field: 'cursor', code: 'not_with_page', message: 'cannot be combined with page' });
  }
  if (query.date_from !== undefined && query.date_to !== undefined && query.date_from > query.date_to) {
    details.push({ field: 'date_from', code: 'after_date_to', message: 'must not be after date_to' });
  }
  if (details.length > 0) throw validationFailed(details);
}

function applyFilters<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  query: ListQuery & { readonly status?: readonly string[]; readonly search?: string },
  spec: ListSpec,
  createdAt: string,
): void {
  const zone = query.time_zone ?? DEFAULT_TIME_ZONE;
  // Days are inclusive: from the first moment of date_from to before the first moment of the day after date_to.
  if (query.date_from !== undefined) {
    builder.andWhere(`${createdAt} >= (CAST(:dateFrom AS date)::timestamp AT TIME ZONE :zone)`, {
      dateFrom: query.date_from,
      zone,
    });
  }
  if (query.date_to !== undefined) {
    builder.andWhere(`${createdAt} < ((CAST(:dateTo AS date) + 1)::timestamp AT TIME ZONE :zone)`, {
      dateTo: query.date_to,
      zone,
    });
  }
  if (query.status !== undefined && spec.status !== undefined) {
    builder.andWhere(`${spec.status} IN (:...statuses)`, { statuses: query.status });
  }
}

/** Null without a search. */
function searchOf(
  { search: term }: { readonly search?: string },
  { search: column, taxId }: ListSpec,
): SearchCondition | null {
  if (term === undefined || column === undefined) return null;
  const either = [`${column} LIKE :searched`];
  if (taxId?.found === 'part') either.push(`${taxId.column} ILIKE :searched`);
  const taxNumber = taxId?.found === 'whole' ? bareTaxId(term) : null;
  if (taxNumber !== null) either.push(`${taxId?.column} = :taxNumber`);
  return { sql: either.join(' OR '), parameters: { searched: containsPattern(term), taxNumber } };
}

function cursorOf(record: ObjectLiteral, spec: ListSpec): Cursor {
  const at = record[spec.createdAt ?? 'createdAt'] as Date;
  return { at: at.toISOString(), id: String(record[spec.id ?? 'id']) };
}
