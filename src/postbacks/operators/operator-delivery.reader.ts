import { Injectable } from '@nestjs/common';
import { type MerchantSummary, MerchantReader } from '../../auth';
import type { Page } from '../../common/http';
import type { PostbackDelivery } from '../delivery/postback-delivery.entity';
import { DeliveryLogRepository } from '../delivery-logs/delivery-log.repository';
import {
  type DeliveryAttemptResponse,
  toDeliveryLogDetailResponse,
  toDeliveryLogResponse,
} from '../delivery-logs/delivery-log.response';
import type { ListOperatorDeliveriesQuery } from '../delivery-logs/list-delivery-logs.query';
import { OperatorDeliveryRepository } from './operator-delivery.repository';
import {
  type OperatorDeliveryDetailResponse,
  type OperatorDeliveryResponse,
  toDeliveryOwnerResponse,
} from './operator-delivery.response';
import { taxNumberMask } from './tax-number-mask.rules';

/** Deliveries of all merchants, with whose they are and where they go. */
@Injectable()
export class OperatorDeliveryReader {
  constructor(
    private readonly repository: OperatorDeliveryRepository,
    private readonly logs: DeliveryLogRepository,
    private readonly merchants: MerchantReader,
  ) {}

  async list(query: ListOperatorDeliveriesQuery): Promise<Page<OperatorDeliveryResponse>> {
    const page = await this.repository.list(query);
    const describe = await this.getDescriber(page.items);
    return { ...page, items: page.items.map(describe) };
  }

  /** With its body and its attempts in order; tax numbers are masked. Throws NOT_FOUND. */
  async get(id: string): Promise<OperatorDeliveryDetailResponse> {
    const { merchantId } = await this.repository.get(id);
    const found = await this.logs.getDetail(merchantId, id);
    const detail = toDeliveryLogDetailResponse(found);
    const destinationOf = await this.repository.findDestinations([found.delivery]);
    const masked = taxNumberMask(found.body, destinationOf(found.delivery).url);
    const describe = await this.getDescriber([found.delivery]);
    const described = describe(found.delivery);
    return Object.assign(detail, described, {
      endpoint_url: masked(described.endpoint_url),
      request_body: masked(detail.request_body),
      attempts: detail.attempts.map((attempt) => maskedAttempt(attempt, masked)),
    });
  }

  /** How operators see these deliveries, whatever becomes of them. */
  async getDescriber(
    deliveries: readonly PostbackDelivery[],
  ): Promise<(delivery: PostbackDelivery) => OperatorDeliveryResponse> {
    const merchants = await this.merchants.findMany(deliveries.map(({ merchantId }) => merchantId));
    const destinationOf = await this.repository.findDestinations(deliveries);
    return (delivery) =>
      Object.assign(
        toDeliveryLogResponse(delivery),
        toDeliveryOwnerResponse(merchantOf(merchants, delivery), destinationOf(delivery)),
      );
  }
}

/** Whatever the receiver said, in the names of its headers too. */
function maskedAttempt(
  attempt: DeliveryAttemptResponse,
  masked: (text: string) => string,
): DeliveryAttemptResponse {
  const { headers, body, error } = attempt;
  return Object.assign(attempt, {
    headers:
      headers === null
        ? null
        : Object.fromEntries(Object.entries(headers).map((header) => header.map(masked) as [string, string])),
    body: body === null ? null : masked(body),
    error: error === null ? null : masked(error),
  });
}

function merchantOf(
  merchants: ReadonlyMap<string, MerchantSummary>,
  { merchantId }: PostbackDelivery,
): MerchantSummary {
  const merchant = merchants.get(merchantId);
  if (merchant === undefined) throw new Error('a delivery has a merchant');
  return merchant;
}
