import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { commonErrors } from '../../common/errors';
import { type Page, paginate } from '../../common/http';
import { PostbackAttempt } from '../delivery/postback-attempt.entity';
import { PostbackDelivery } from '../delivery/postback-delivery.entity';
import type { ListDeliveryLogsQuery } from './list-delivery-logs.query';

/** Deliveries as their merchant sees them, those of deleted endpoints included. */
@Injectable()
export class DeliveryLogRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(merchantId: string, query: ListDeliveryLogsQuery): Promise<Page<PostbackDelivery>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(PostbackDelivery, 'delivery')
      .where('delivery.merchantId = :merchantId', { merchantId });
    if (query.endpoint_id !== undefined) {
      builder.andWhere('delivery.endpointId = :endpointId', { endpointId: query.endpoint_id });
    }
    if (query.event !== undefined) builder.andWhere('delivery.event = :event', { event: query.event });
    return paginate(builder, query, {
      alias: 'delivery',
      search: 'delivery.searchText',
      status: 'delivery.status',
    });
  }

  /** The delivery with its body, and its attempts in order. Throws NOT_FOUND. */
  async getDetail(
    merchantId: string,
    id: string,
  ): Promise<{ delivery: PostbackDelivery; attempts: PostbackAttempt[] }> {
    const delivery = await this.dataSource.manager
      .createQueryBuilder(PostbackDelivery, 'delivery')
      .addSelect('delivery.body')
      .where('delivery.merchantId = :merchantId AND delivery.id = :id', { merchantId, id })
      .getOne();
    if (delivery === null) throw commonErrors.NOT_FOUND();
    const attempts = await this.dataSource.manager.find(PostbackAttempt, {
      where: { merchantId, deliveryId: id },
      order: { number: 'ASC' },
    });
    return { delivery, attempts };
  }

  /** The bytes that are sent; null when the merchant has no such delivery. */
  async findBody(merchantId: string, id: string): Promise<string | null> {
    const rows = await this.dataSource.query<{ body: string }[]>(
      'SELECT body FROM postback_deliveries WHERE merchant_id = $1 AND id = $2',
      [merchantId, id],
    );
    return rows[0]?.body ?? null;
  }
}
