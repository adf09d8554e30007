import type { DataSource } from 'typeorm';
import { ALL, type CountedList, prepared } from '../../../database';
import type { ListQuery } from './list-query';
import type { Hits, HitsWanted } from './hits';
import { DEFAULT_TIME_ZONE } from './page';

/** What counts can tell of a list. */
export interface CountedQuestion {
  /** Null of the records of all merchants. */
  readonly merchantId: string | null;
  /** Only of a merchant's. */
  readonly part: string | undefined;
  readonly kind: string | undefined;
}

type CountedQuery = ListQuery & { readonly status?: readonly string[] };

/** Totals and pages of a list by its counts (decision 0041), and what keeps the counts. */
export class CountedRows {
  private readonly found: string;
  private readonly counted: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly list: CountedList,
  ) {
    this.found = prepared(
      `SELECT total, ids::text[] AS ids
         FROM list_counted_${list.many}($1, $2, $3, $4,
                (CAST($5 AS date)::timestamp AT TIME ZONE CAST($7 AS text)),
                ((CAST($6 AS date) + 1)::timestamp AT TIME ZONE CAST($7 AS text)),
                $8, $9, $10, $11)`,
    );
    this.counted = prepared(
      `SELECT coalesce(sum(slot.${list.many}), 0)::float8 AS total
         FROM ${list.one}_slots(coalesce($1, ${ALL}), coalesce($2, ${ALL}), $3, $4,
                coalesce(date_trunc('hour', CAST($5 AS date)::timestamp AT TIME ZONE CAST($7 AS text), 'UTC'), '1900-01-01Z'),
                coalesce(date_trunc('hour', (CAST($6 AS date) + 1)::timestamp AT TIME ZONE CAST($7 AS text), 'UTC'), '3000-01-01Z'),
                'month') AS slot`,
    );
  }

  /** Total and ids in one snapshot. Each zone that a query may name is whole hours from UTC, and hours are what is counted. */
  async findHits(
    question: CountedQuestion,
    query: CountedQuery,
    { cursor, offset, limit }: HitsWanted,
  ): Promise<Hits> {
    const rows = await this.dataSource.manager.query<{ total: string; ids: string[] }[]>(this.found, [
      ...parametersOf(question, query),
      offset,
      cursor?.at ?? null,
      cursor?.id ?? null,
      limit,
    ]);
    const [{ total, ids } = { total: '0', ids: [] }] = rows;
    return { total: Number(total), ids };
  }

  /** How many there are, as findHits has it. */
  async count(question: CountedQuestion, query: CountedQuery): Promise<number> {
    const [row] = await this.dataSource.manager.query<{ total: number }[]>(
      this.counted,
      parametersOf(question, query),
    );
    return row?.total ?? 0;
  }

  /** Folds at most so many changes into the counts; answers how many they were. */
  async fold(atMost: number): Promise<number> {
    const [row] = await this.dataSource.manager.query<{ folded: number }[]>(
      `SELECT fold_${this.list.one}_counts($1) AS folded`,
      [atMost],
    );
    return row?.folded ?? 0;
  }
}

/** `$1` to `$7` of both statements. */
function parametersOf({ merchantId, part, kind }: CountedQuestion, query: CountedQuery): unknown[] {
  return [
    merchantId,
    part ?? null,
    query.status ?? null,
    kind === undefined ? null : [kind],
    query.date_from ?? null,
    query.date_to ?? null,
    query.time_zone ?? DEFAULT_TIME_ZONE,
  ];
}
