import { Injectable } from '@nestjs/common';
import type { Page } from '../../common/http';
import { DeliveryLogRepository } from './delivery-log.repository';
import {
  type DeliveryLogDetailResponse,
  type DeliveryLogResponse,
  toDeliveryLogDetailResponse,
  toDeliveryLogResponse,
} from './delivery-log.response';
import type { ListDeliveryLogsQuery } from './list-delivery-logs.query';

/** Deliveries as their merchant sees them, those of deleted endpoints included. */
@Injectable()
export class DeliveryLogReader {
  constructor(private readonly repository: DeliveryLogRepository) {}

  async list(merchantId: string, query: ListDeliveryLogsQuery): Promise<Page<DeliveryLogResponse>> {
    const page = await this.repository.list(merchantId, query);
    return { ...page, items: page.items.map(toDeliveryLogResponse) };
  }

  /** With its body and its attempts in order. Throws NOT_FOUND. */
  async get(merchantId: string, id: string): Promise<DeliveryLogDetailResponse> {
    return toDeliveryLogDetailResponse(await this.repository.getDetail(merchantId, id));
  }
}
