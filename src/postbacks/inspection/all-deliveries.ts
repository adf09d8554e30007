import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { commonErrors } from '../../common/errors';
import { type Page, paginate } from '../../common/http';
import type { PostbackAttempt } from '../delivery/postback-attempt.entity';
import { PostbackDelivery } from '../delivery/postback-delivery.entity';
import type { DeliveryLogListQuery } from '../delivery-logs/delivery-log-list.query';
import { DeliveryLogRepository } from '../delivery-logs/delivery-log.repository';
import { PostbackEndpoint } from '../endpoints/postback-endpoint.entity';
import { DeliverySearch } from './delivery-search';

/** Where a delivery goes. */
export type DeliveryDestination = Pick<PostbackEndpoint, 'id' | 'url' | 'status' | 'deletedAt'>;

export interface DeliveryWithDestination {
  readonly delivery: PostbackDelivery;
  readonly endpoint: DeliveryDestination;
}

/** Deliveries of all merchants, for operators. */
@Injectable()
export class AllDeliveries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly logs: DeliveryLogRepository,
    private readonly search: DeliverySearch,
  ) {}

  /** One page, newest first. */
  async list(
    query: DeliveryLogListQuery & { readonly merchant_id?: string },
  ): Promise<Page<DeliveryWithDestination>> {
    const builder = this.dataSource.manager.createQueryBuilder(PostbackDelivery, 'delivery').where('TRUE');
    const { merchant_id: merchantId, endpoint_id: endpointId, event } = query;
    if (merchantId !== undefined) builder.andWhere('delivery.merchantId = :merchantId', { merchantId });
    if (endpointId !== undefined) builder.andWhere('delivery.endpointId = :endpointId', { endpointId });
    if (event !== undefined) builder.andWhere('delivery.event = :event', { event });
    const once = query.search !== undefined && (await this.search.apply(builder, query.search));
    const page = await paginate(builder, query, { alias: 'delivery', status: 'delivery.status', once });
    const destinations = await this.destinations(page.items.map(({ endpointId: id }) => id));
    return {
      ...page,
      items: page.items.map((delivery) => ({ delivery, endpoint: destinations(delivery.endpointId) })),
    };
  }

  /** With its body and its attempts in order. Throws NOT_FOUND. */
  async getDetail(id: string): Promise<DeliveryWithDestination & { readonly attempts: PostbackAttempt[] }> {
    const { delivery, attempts } = await this.logs.getDetail(await this.ownerOf(id), id);
    const destinations = await this.destinations([delivery.endpointId]);
    return { delivery, attempts, endpoint: destinations(delivery.endpointId) };
  }

  /** The merchant whose delivery it is. Throws NOT_FOUND. */
  async ownerOf(id: string): Promise<string> {
    const delivery = await this.dataSource.manager.findOne(PostbackDelivery, {
      select: { id: true, merchantId: true },
      where: { id },
    });
    if (delivery === null) throw commonErrors.NOT_FOUND();
    return delivery.merchantId;
  }

  /** The endpoints of these deliveries, deleted ones too: a delivery always has one. */
  async destinations(endpointIds: readonly string[]): Promise<(id: string) => DeliveryDestination> {
    const ids = [...new Set(endpointIds)];
    const endpoints = await this.dataSource.manager.find(PostbackEndpoint, {
      select: { id: true, url: true, status: true, deletedAt: true },
      where: { id: In(ids) },
    });
    const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
    return (id) => {
      const endpoint = byId.get(id);
      if (endpoint === undefined) throw new Error('a delivery has an endpoint');
      return endpoint;
    };
  }
}
