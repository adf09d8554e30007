import {
  type DataSource,
  type EntityTarget,
  type FindOperator,
  type FindOptionsWhere,
  type ObjectLiteral,
  Raw,
} from 'typeorm';
import {
  ALL,
  type CountedList,
  prepared,
  type Reading,
  type SnapshotRunner,
  type Works,
} from '../../../database';
import type { ListQuery } from './list-query';
import type { Hits, HitsWanted, HitsWithRecords } from './hits';
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

/** The ids of the page that a snapshot is about, for the statements that are sent with the one that finds them. */
const PAGE = 'repasse.page';

/** Which record, or whose part: one of the page's. */
export function ofPage(): FindOperator<string> {
  return Raw((column) => `${column} = ANY(current_setting('${PAGE}')::uuid[])`) as FindOperator<string>;
}

/** Totals and pages of a list by its counts (decision 0041), and what keeps the counts. */
export class CountedRows {
  private readonly found: string;
  private readonly counted: string;

  constructor(
    private readonly dataSource: DataSource,
    private readonly snapshots: SnapshotRunner,
    private readonly list: CountedList,
  ) {
    this.found = prepared(
      `SELECT total, ids::text[] AS ids,
              set_config('${PAGE}', ids::text, true), set_config('enable_seqscan', 'off', true)
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

  /**
   * Total and ids of a page, and what belongs to it, in one snapshot and one round trip.
   * @param works what else is read, each by one statement that names the page's ids by `ofPage`
   */
  readPage<T extends readonly unknown[]>(
    question: CountedQuestion,
    query: CountedQuery,
    wanted: HitsWanted,
    works: (snapshot: Reading) => Works<T>,
  ): Promise<[Hits, ...T]> {
    return this.snapshots.together<[Hits, ...T]>((snapshot) => [
      () => this.findHits(snapshot, question, query, wanted),
      ...works(snapshot),
    ]);
  }

  /** As readPage, with the records of these ids and nothing else. */
  async readRecords<E extends ObjectLiteral>(
    record: EntityTarget<E>,
    question: CountedQuestion,
    query: CountedQuery,
    wanted: HitsWanted,
  ): Promise<HitsWithRecords<E>> {
    const where = { ...ownOf(question), id: ofPage() } as unknown as FindOptionsWhere<E>;
    const works = (snapshot: Reading): Works<[E[]]> => [() => snapshot.findBy(record, where)];
    const [hits, records] = await this.readPage(question, query, wanted, works);
    return { ...hits, records };
  }

  /** Each zone that a query may name is whole hours from UTC, and hours are what is counted. */
  private async findHits(
    snapshot: Reading,
    question: CountedQuestion,
    query: CountedQuery,
    { cursor, offset, limit }: HitsWanted,
  ): Promise<Hits> {
    const rows = await snapshot.query<{ total: string; ids: string[] }[]>(this.found, [
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

/** Whose records they are, for their primary key, which begins with that. */
export function ownOf({ merchantId }: CountedQuestion): { merchantId?: string } {
  return merchantId === null ? {} : { merchantId };
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
