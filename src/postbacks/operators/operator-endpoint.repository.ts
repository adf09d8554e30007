import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { commonErrors } from '../../common/errors';
import { type Page, paginate } from '../../common/http';
import type { Reading } from '../../database';
import { PostbackEndpoint } from '../endpoints/postback-endpoint.entity';
import type { ListOperatorEndpointsQuery } from './list-operator-endpoints.query';
import { RECENT_LIMIT, type RecentDeliveries } from './operator-endpoint.response';

/** Read through the index of an endpoint's deliveries: as many rows as are counted, however many there are. */
const COUNT_RECENT = `
  SELECT endpoint.id, count(recent.status)::int AS total,
    count(*) FILTER (WHERE recent.status = 'delivered')::int AS delivered,
    count(*) FILTER (WHERE recent.status IN ('pending', 'retrying'))::int AS waiting,
    count(*) FILTER (WHERE recent.status = 'held')::int AS held,
    count(*) FILTER (WHERE recent.status = 'exhausted')::int AS failed
  FROM unnest($1::uuid[], $2::uuid[]) AS endpoint (merchant_id, id)
  LEFT JOIN LATERAL (
    SELECT delivery.status FROM postback_deliveries delivery
    WHERE delivery.merchant_id = endpoint.merchant_id AND delivery.endpoint_id = endpoint.id
    ORDER BY delivery.created_at DESC, delivery.id DESC LIMIT ${RECENT_LIMIT}) recent ON true
  GROUP BY endpoint.id`;

/** Endpoints of all merchants; one that was deleted is gone here too. */
@Injectable()
export class OperatorEndpointRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One page, newest first. */
  async list(query: ListOperatorEndpointsQuery): Promise<Page<PostbackEndpoint>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(PostbackEndpoint, 'endpoint')
      .where('endpoint.deletedAt IS NULL');
    const { merchant_id: merchantId } = query;
    if (merchantId !== undefined) builder.andWhere('endpoint.merchantId = :merchantId', { merchantId });
    const page = await paginate(builder, query, {
      alias: 'endpoint',
      search: 'endpoint.searchText',
      status: 'endpoint.status',
    });
    return { ...page, items: page.items.filter(({ deletedAt }) => deletedAt === null) };
  }

  /** Whosesoever it is. Throws NOT_FOUND. */
  async get(id: string): Promise<PostbackEndpoint> {
    const found = await this.dataSource.manager.findOneBy(PostbackEndpoint, { id, deletedAt: IsNull() });
    if (found === null) throw commonErrors.NOT_FOUND();
    return found;
  }

  /** How the newest deliveries of these endpoints stand, by their ids. */
  async countRecent(
    endpoints: readonly PostbackEndpoint[],
    reading: Reading = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, RecentDeliveries>> {
    const rows: (RecentDeliveries & { readonly id: string })[] = await reading.query(COUNT_RECENT, [
      endpoints.map(({ merchantId }) => merchantId),
      endpoints.map(({ id }) => id),
    ]);
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  }
}
