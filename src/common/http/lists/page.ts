import { type FindOptionsWhere, In, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { type ErrorDetail, validationFailed } from '../../errors';
import type { Pagination } from '../reply';
import { type Cursor, readCursor, writeCursor } from './cursor';
import type { ListQuery } from './list-query';
import { findHits, type Hits, type HitsWanted, type HitsWithRecords, type ListSort, type Walk } from './hits';
import { type Elsewhere, search, type Searched, type SearchedIn, searchOf } from './search';
import type { SettledSearches } from './settled-search';

const DEFAULT_LIMIT = 20;
/** Of days whose query names none. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** One page of records, with what the list envelope says of it. */
export interface Page<E> extends Pagination {
  readonly items: readonly E[];
}

/** With their records where these were read with them. */
type FoundHits<E> = Hits & Partial<HitsWithRecords<E>>;

/** Which properties of the query's alias the shared filters work on. */
export interface ListSpec<E extends ObjectLiteral = ObjectLiteral> extends Searched {
  readonly alias: string;
  /** Of a merchant's own list: its rows are read by the primary key, which begins with it. */
  readonly merchantId?: string;
  /** What that primary key has besides the merchant and the id. */
  readonly within?: Readonly<Record<string, string>>;
  /** Default `createdAt`. */
  readonly createdAt?: string;
  /** Default `id`. */
  readonly id?: string;
  readonly status?: string;
  /** The builder's own condition is dear, so it is looked up once for total and page. Default: with a search. */
  readonly once?: boolean;
  /** Only the review queue is oldest first (contract §4). */
  readonly oldestFirst?: boolean;
  /** Another order than by time, for pages alone: a walk goes by time, and is refused with one. */
  readonly sort?: ListSort | undefined;
  /** Where a search is looked up, when that is not among the list's own rows. */
  readonly searchedIn?: SearchedIn;
  /** Of a list whose records never change for a search, newest first: what searches came to, and which one this is. */
  readonly settled?: { readonly searches: SettledSearches; readonly key: string };
  /** Another way to the same hits, where total and place are kept and need not be counted. */
  readonly findHits?: (wanted: HitsWanted) => Promise<FoundHits<E>>;
}

/**
 * The one list query of the product (contract §4): filters, exact total, newest first, by page or by cursor.
 * The builder brings the tenant's condition and the filters of its own. Throws 422 for contradicting parameters.
 */
export async function paginate<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  query: ListQuery & { readonly status?: readonly string[]; readonly search?: string },
  spec: ListSpec<E>,
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
  const condition = searchOf(query, spec);

  const walk = walkOf(builder, query, [createdAt, id]);
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
  const hits: FoundHits<E> = await (spec.findHits?.(wanted) ??
    (condition === null
      ? findHits(builder, wanted, way)
      : search({ all: builder, condition, walk: way }, elsewhereOf(query, spec, way), wanted, spec.settled)));
  const { total, ids } = hits;
  const shown = ids.slice(0, limit);
  const records = hits.records ?? (await readRecords(builder, shown, spec));
  const items = inOrder(shown, records, spec.id ?? 'id');
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

/** The same list, filters and order over the rows that a search is looked up in; null when these are the list's own. */
function elsewhereOf(
  query: ListQuery & { readonly status?: readonly string[]; readonly search?: string },
  { searchedIn }: ListSpec,
  walk: Walk,
): Elsewhere | null {
  if (searchedIn === undefined) return null;
  const { builder: all, ofLargeOwner, alias, ...rest } = searchedIn;
  const createdAt = `${alias}.createdAt`;
  for (const builder of [all, ofLargeOwner]) applyFilters(builder, query, searchedIn, createdAt);
  const condition = searchOf(query, searchedIn);
  return (
    condition && { ...rest, all, ofLargeOwner, condition, walk: { ...walk, createdAt, id: `${alias}.id` } }
  );
}

/**
 * What a cursor is good for (contract §4): these records in this order, of whoever the list is and by its filters, which are the
 * parameters of its condition. Moments are none of them: a condition may be about now.
 */
function walkOf<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  { search: term }: { readonly search?: string },
  order: readonly string[],
): string {
  const parameters = Object.values(builder.getParameters()).filter((value) => !(value instanceof Date));
  return JSON.stringify([order, parameters, term ?? '']);
}

/** The page that a query asks for, and how many records it has. */
export function pageOf({ page = 1, limit = DEFAULT_LIMIT }: ListQuery): { page: number; limit: number } {
  return { page, limit };
}

/** The records of these ids, in their order; one that was deleted a moment ago is missing. */
function inOrder<E extends ObjectLiteral>(ids: readonly string[], records: readonly E[], id: string): E[] {
  const byId = new Map(records.map((record) => [String(record[id]), record]));
  return ids.map((hit) => byId.get(hit)).filter((record) => record !== undefined);
}

/** Whole, by their keys: without the builder the text is made, and planned, once (decision 0028). */
async function readRecords<E extends ObjectLiteral>(
  builder: SelectQueryBuilder<E>,
  ids: readonly string[],
  spec: ListSpec<E>,
): Promise<E[]> {
  if (ids.length === 0) return [];
  const own = spec.merchantId === undefined ? {} : { merchantId: spec.merchantId, ...spec.within };
  const where = { [spec.id ?? 'id']: In([...ids]), ...own } as FindOptionsWhere<E>;
  const { mainAlias } = builder.expressionMap;
  if (mainAlias === undefined) throw new Error('a list is of records');
  return builder.dataSource.manager.findBy<E>(mainAlias.target, where);
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
  spec: Pick<ListSpec, 'status'>,
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

function cursorOf(record: ObjectLiteral, spec: ListSpec): Cursor {
  const at = record[spec.createdAt ?? 'createdAt'] as Date;
  return { at: at.toISOString(), id: String(record[spec.id ?? 'id']) };
}
