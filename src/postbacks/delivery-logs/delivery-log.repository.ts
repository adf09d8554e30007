import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { commonErrors } from '../../common/errors';
import { type Page, paginate } from '../../common/http';
import type { Tx } from '../../database';
import { PostbackAttempt } from '../delivery/postback-attempt.entity';
import { PostbackDelivery } from '../delivery/postback-delivery.entity';
import type { DeliveryLogListQuery } from './delivery-log-list.query';

/** Deliveries as their merchant sees them, those of deleted endpoints included. */
@Injectable()
export class DeliveryLogRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(merchantId: string, query: DeliveryLogListQuery): Promise<Page<PostbackDelivery>> {
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
      .where('delivery.id = :id AND delivery.merchantId = :merchantId', { id, merchantId })
      .getOne();
    if (delivery === null) throw commonErrors.NOT_FOUND();
    const attempts = await this.dataSource.manager.find(PostbackAttempt, {
      where: { deliveryId: id },
      order: { number: 'ASC' },
    });
    return { delivery, attempts };
  }

  /** The bytes that are sent; null when the merchant has no such delivery. */
  async findBody(merchantId: string, id: string): Promise<string | null> {
    const rows = await this.dataSource.query<{ body: string }[]>(
      'SELECT body FROM postback_deliveries WHERE id = $1 AND merchant_id = $2',
      [id, merchantId],
    );
    return rows[0]?.body ?? null;
  }

  /** Within a transaction. Throws NOT_FOUND. */
  async get(tx: Tx, merchantId: string, id: string): Promise<PostbackDelivery> {
    const delivery = await tx.findOneBy(PostbackDelivery, { id, merchantId });
    if (delivery === null) throw commonErrors.NOT_FOUND();
    return delivery;
  }

  /**
   * One attempt more, now; after one that is in flight. What still had attempts of its schedule keeps them,
   * anything else ends with this one.
   */
  async requestResend(tx: Tx, id: string): Promise<void> {
    await tx.query(
      `UPDATE postback_deliveries
          SET attempt_limit = CASE WHEN status IN ('pending', 'retrying') THEN attempt_limit + 1 ELSE attempt_count + 1 END,
              resend_due = coalesce(lease_until > now(), false),
              status = CASE status WHEN 'pending' THEN 'pending' ELSE 'retrying' END,
              next_attempt_at = now(),
              updated_at = now()
        WHERE id = $1`,
      [id],
    );
  }
}
