import { Injectable } from '@nestjs/common';
import { type MerchantRecord, MerchantsService, type OperatorIdentity } from '../../../auth';
import { AuditLog, operatorActor } from '../../../common/audit';
import type { Page } from '../../../common/http';
import type { Tx } from '../../../database';
import {
  AllDeliveries,
  ResendDelivery,
  toDeliveryLogDetailResponse,
  toDeliveryLogResponse,
} from '../../../postbacks';
import {
  type DeskDeliveryDetailResponse,
  type DeskDeliveryResponse,
  toDeliveryOwner,
} from './delivery.responses';
import type { DeskDeliveriesQuery } from './desk-deliveries.query';
import { taxNumberMask } from './masked-tax-numbers';

/** Deliveries of all merchants, with whose they are and where they go. */
@Injectable()
export class DeskDeliveries {
  constructor(
    private readonly deliveries: AllDeliveries,
    private readonly resending: ResendDelivery,
    private readonly merchants: MerchantsService,
    private readonly audit: AuditLog,
  ) {}

  async list(query: DeskDeliveriesQuery): Promise<Page<DeskDeliveryResponse>> {
    const page = await this.deliveries.list(query);
    const ownerOf = await this.owners(page.items.map(({ delivery }) => delivery.merchantId));
    return {
      ...page,
      items: page.items.map(({ delivery, endpoint }) =>
        Object.assign(
          toDeliveryLogResponse(delivery),
          toDeliveryOwner(ownerOf(delivery.merchantId), endpoint),
        ),
      ),
    };
  }

  /** Throws NOT_FOUND. */
  async read(id: string): Promise<DeskDeliveryDetailResponse> {
    const { delivery, attempts, endpoint } = await this.deliveries.getDetail(id);
    const ownerOf = await this.owners([delivery.merchantId]);
    const masked = taxNumberMask(delivery.body);
    const detail = toDeliveryLogDetailResponse(delivery, attempts);
    return Object.assign(detail, toDeliveryOwner(ownerOf(delivery.merchantId), endpoint), {
      request_body: masked(detail.request_body),
      attempts: detail.attempts.map((attempt) =>
        Object.assign(attempt, { body: attempt.body === null ? null : masked(attempt.body) }),
      ),
    });
  }

  /** As the merchant's own resend. Throws NOT_FOUND, ENDPOINT_PAUSED, and INVALID_STATE when the endpoint was deleted. */
  async resend(tx: Tx, id: string, operator: OperatorIdentity): Promise<DeskDeliveryResponse> {
    const merchantId = await this.deliveries.ownerOf(id);
    const delivery = await this.resending.run(tx, merchantId, id);
    await this.audit.append(tx, {
      action: 'delivery.resent',
      actor: operatorActor(operator),
      target: { type: 'delivery', id },
      merchantId,
      details: { endpoint_id: delivery.endpointId, event: delivery.event },
    });
    const ownerOf = await this.owners([merchantId]);
    const destinationOf = await this.deliveries.destinations([delivery.endpointId]);
    return Object.assign(
      toDeliveryLogResponse(delivery),
      toDeliveryOwner(ownerOf(merchantId), destinationOf(delivery.endpointId)),
    );
  }

  private async owners(ids: readonly string[]): Promise<(id: string) => MerchantRecord> {
    const merchants = await this.merchants.findAll(ids);
    return (id) => {
      const merchant = merchants.get(id);
      if (merchant === undefined) throw new Error('a delivery has a merchant');
      return merchant;
    };
  }
}
