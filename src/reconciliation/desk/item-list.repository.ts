import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { type Hits, type HitsWanted, type Page, paginate } from '../../common/http';
import { ReconciliationItem } from '../reconciliation-item.entity';
import type { ListItemsQuery } from './list-items.query';

const DIFFERENCES_FIRST = `(item.status = 'matched')`;

/** Items as operators look at them. */
@Injectable()
export class ItemListRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(reconciliationId: string, id: string): Promise<ReconciliationItem | null> {
    return this.dataSource.manager.findOneBy(ReconciliationItem, { reconciliationId, id });
  }

  /** One page of a reconciliation: differences first, in the order in which they were read. */
  async list(reconciliationId: string, query: ListItemsQuery): Promise<Page<ReconciliationItem>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(ReconciliationItem, 'item')
      .where({ reconciliationId });
    if (query.type !== undefined) builder.andWhere({ type: query.type });
    if (query.resolved !== undefined)
      builder.andWhere(
        `item.status <> 'matched' AND item.resolution IS ${query.resolved === 'true' ? 'NOT NULL' : 'NULL'}`,
      );
    return paginate(builder, query, {
      alias: 'item',
      status: 'item.status',
      findHits: (wanted) => this.findHits(builder, wanted),
    });
  }

  /** A walk goes on behind where its last item stands now. */
  private async findHits(
    builder: SelectQueryBuilder<ReconciliationItem>,
    { cursor, offset, limit }: HitsWanted,
  ): Promise<Hits> {
    const page = builder.clone().select('item.id', 'id');
    if (cursor !== null)
      page.andWhere(
        `(${DIFFERENCES_FIRST}, item.createdAt, item.id) > (
           SELECT last.status = 'matched', last.created_at, last.id FROM reconciliation_items last WHERE last.id = :last)`,
        { last: cursor.id },
      );
    const rows = await page
      .orderBy(DIFFERENCES_FIRST)
      .addOrderBy('item.createdAt')
      .addOrderBy('item.id')
      .offset(offset)
      .limit(limit)
      .getRawMany<{ id: string }>();
    return { total: await builder.clone().getCount(), ids: rows.map(({ id }) => id) };
  }
}
