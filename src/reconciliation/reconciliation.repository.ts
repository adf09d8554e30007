import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Page, paginate } from '../common/http';
import type { Reading, Tx } from '../database';
import type { ListReconciliationsQuery } from './desk/list-reconciliations.query';
import { ITEM_STATUSES, type ItemStatus } from './item.transitions';
import { Reconciliation } from './reconciliation.entity';

/** How many items a reconciliation has. */
export interface ItemCounts {
  readonly byStatus: Readonly<Partial<Record<ItemStatus, number>>>;
  /** Differences that nobody resolved. */
  readonly open: number;
}

/** How many of each, none included. */
export function totalsOf(counts: ItemCounts | undefined): {
  readonly items: Readonly<Record<ItemStatus, number>>;
  readonly open: number;
} {
  const of = counts?.byStatus ?? {};
  const items = Object.fromEntries(ITEM_STATUSES.map((status) => [status, of[status] ?? 0]));
  return { items: items as Record<ItemStatus, number>, open: counts?.open ?? 0 };
}

/** A day of a provider. */
export interface ReportDay {
  readonly provider: string;
  readonly date: string;
}

/** A request reads for ten seconds, and writes what it has in hand. */
const LONGEST_REQUEST_SECONDS = 30;

/** The rows of days that are compared. */
@Injectable()
export class ReconciliationRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(id: string, on: Reading = this.dataSource.manager): Promise<Reconciliation | null> {
    return on.findOneBy(Reconciliation, { id });
  }

  /** Newest first. */
  async list(query: ListReconciliationsQuery): Promise<Page<Reconciliation>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(Reconciliation, 'reconciliation')
      .where('TRUE');
    if (query.provider !== undefined) builder.andWhere({ provider: query.provider });
    if (query.date !== undefined) builder.andWhere({ date: query.date });
    if (query.open !== undefined)
      builder.andWhere(
        `${query.open === 'true' ? '' : 'NOT '}EXISTS (SELECT FROM reconciliation_items item WHERE item.reconciliation_id = reconciliation.id
                    AND item.status <> 'matched' AND item.resolution IS NULL)`,
      );
    return paginate(builder, query, { alias: 'reconciliation' });
  }

  /** The row of a day, made when there is none; `requestedAt`: somebody asks for a reading now. */
  async open(tx: Tx, row: Reconciliation): Promise<Reconciliation> {
    const { id, provider, date, requestedAt, createdAt } = row;
    const [opened] = await tx.query<{ id: string }[]>(
      `INSERT INTO reconciliations (id, provider, date, requested_at, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (provider, date) DO UPDATE
          SET requested_at = coalesce(excluded.requested_at, reconciliations.requested_at) RETURNING id`,
      [id, provider, date, requestedAt, createdAt],
    );
    return tx.findOneByOrFail(Reconciliation, { id: opened?.id ?? id });
  }

  /** A reading that began then came to its end. */
  async noteRead(tx: Tx, id: string, beganAt: Date): Promise<void> {
    await tx.query(
      'UPDATE reconciliations SET read_at = greatest(read_at, $2::timestamptz(3)) WHERE id = $1',
      [id, beganAt],
    );
  }

  /** Days of which a reading was asked for that did not come to its end, nor is still at it within its request. */
  async listAsked(limit: number): Promise<ReportDay[]> {
    return this.dataSource.query<ReportDay[]>(
      `SELECT provider, date::text AS date FROM reconciliations
        WHERE (read_at IS NULL OR read_at < requested_at) AND requested_at < now() - make_interval(secs => $2)
        ORDER BY requested_at LIMIT $1`,
      [limit, LONGEST_REQUEST_SECONDS],
    );
  }

  /** When each day of a provider was read last, from one day on: days that nobody ever read are not among them. */
  async listReadings(provider: string, from: string): Promise<ReadonlyMap<string, Date | null>> {
    const rows = await this.dataSource.query<{ date: string; readAt: Date | null }[]>(
      `SELECT date::text AS date, read_at AS "readAt" FROM reconciliations WHERE provider = $1 AND date >= $2`,
      [provider, from],
    );
    return new Map(rows.map(({ date, readAt }) => [date, readAt]));
  }

  /** Differences that nobody resolved, and for how many seconds the oldest has been known. */
  async countOpen(): Promise<{ count: number; oldestSeconds: number }> {
    const [row] = await this.dataSource.query<{ count: number; oldestSeconds: number }[]>(
      `SELECT count(*)::int AS count, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
         FROM reconciliation_items WHERE status <> 'matched' AND resolution IS NULL`,
    );
    return row ?? { count: 0, oldestSeconds: 0 };
  }

  async countItems(
    ids: readonly string[],
    on: Reading = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, ItemCounts>> {
    const rows = await on.query<{ id: string; status: ItemStatus; items: number; open: number }[]>(
      `SELECT reconciliation_id AS id, status, count(*)::int AS items,
              (count(*) FILTER (WHERE status <> 'matched' AND resolution IS NULL))::int AS open
         FROM reconciliation_items WHERE reconciliation_id = ANY ($1) GROUP BY 1, 2`,
      [ids],
    );
    const counts = new Map<string, ItemCounts>();
    for (const { id, status, items, open } of rows) {
      const { byStatus = {}, open: others = 0 } = counts.get(id) ?? {};
      counts.set(id, { byStatus: { ...byStatus, [status]: items }, open: others + open });
    }
    return counts;
  }
}
