import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { commonErrors } from '../../common/errors';
import { SnapshotRunner } from '../../database';
import { CountedRows, type HitsWanted, type Page, paginate } from '../../common/http';
import { PostbackAttempt } from '../delivery/postback-attempt.entity';
import { PostbackDelivery } from '../delivery/postback-delivery.entity';
import { PostbackEvent } from '../events/postback-event.entity';
import { notificationBody } from '../notification-body';
import { COUNTED_DELIVERIES } from './counted-deliveries';
import type { ListDeliveryLogsQuery } from './list-delivery-logs.query';

/** A delivery with all that is known of it. */
export interface DeliveryDetail {
  readonly delivery: PostbackDelivery;
  /** The bytes that are signed and sent, the same in every attempt. */
  readonly body: string;
  readonly attempts: readonly PostbackAttempt[];
}

/** Deliveries as their merchant sees them, those of deleted endpoints included. */
@Injectable()
export class DeliveryLogRepository {
  private readonly counts: CountedRows;

  constructor(
    private readonly dataSource: DataSource,
    snapshots: SnapshotRunner,
  ) {
    this.counts = new CountedRows(dataSource, snapshots, COUNTED_DELIVERIES);
  }

  async list(merchantId: string, query: ListDeliveryLogsQuery): Promise<Page<PostbackDelivery>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(PostbackDelivery, 'delivery')
      .where('delivery.merchantId = :merchantId', { merchantId });
    if (query.endpoint_id !== undefined) {
      builder.andWhere('delivery.endpointId = :endpointId', { endpointId: query.endpoint_id });
    }
    if (query.event !== undefined) builder.andWhere('delivery.event = :event', { event: query.event });
    const counted = { merchantId, part: query.endpoint_id, kind: query.event };
    return paginate(builder, query, {
      alias: 'delivery',
      merchantId,
      search: 'delivery.searchText',
      status: 'delivery.status',
      // Nothing is counted of what is searched for.
      ...(query.search === undefined
        ? {
            findHits: (wanted: HitsWanted) =>
              this.counts.readRecords(PostbackDelivery, counted, query, wanted),
          }
        : {}),
    });
  }

  /** Folds at most so many changes into the counts; answers how many they were. */
  async foldCounts(atMost: number): Promise<number> {
    return this.counts.fold(atMost);
  }

  /** The delivery, the bytes that are sent, and its attempts in order. Throws NOT_FOUND. */
  async getDetail(merchantId: string, id: string): Promise<DeliveryDetail> {
    const { manager } = this.dataSource;
    const delivery = await manager.findOneBy(PostbackDelivery, { merchantId, id });
    if (delivery === null) throw commonErrors.NOT_FOUND();
    const attempts = await manager.find(PostbackAttempt, {
      where: { merchantId, deliveryId: id },
      order: { number: 'ASC' },
    });
    return { delivery, body: await this.bodyOf(delivery), attempts };
  }

  /** The bytes that are sent; null when the merchant has no such delivery. */
  async findBody(merchantId: string, id: string): Promise<string | null> {
    const delivery = await this.dataSource.manager.findOneBy(PostbackDelivery, { merchantId, id });
    return delivery === null ? null : this.bodyOf(delivery);
  }

  private async bodyOf({ merchantId, eventId, id, event, sequence }: PostbackDelivery): Promise<string> {
    const key = { merchantId, id: eventId };
    const { occurredAt, payload } = await this.dataSource.manager.findOneByOrFail(PostbackEvent, key);
    return notificationBody({ id, eventId, event, occurredAt, sequence }, payload);
  }
}
