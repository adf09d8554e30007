import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { Outbox } from '../../common/outbox';
import type { Tx } from '../../database';
import { DeliveryHolding } from '../delivery/delivery-holding';
import { POSTBACK_EVENTS } from '../postback.events';
import { toEndpointResponse } from './endpoint.response';
import { EndpointRepository } from './endpoint.repository';
import type { PausedReason, PostbackEndpoint } from './postback-endpoint.entity';

/** specification, Webhook endpoint status: active and paused, on a locked row. */
@Injectable()
export class EndpointStatusChanges {
  constructor(
    private readonly repository: EndpointRepository,
    private readonly holding: DeliveryHolding,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** active → paused: what was still to be sent is held, and the merchant's other endpoints hear of it. */
  async pause(tx: Tx, endpoint: PostbackEndpoint, reason: PausedReason): Promise<void> {
    if (endpoint.status === 'paused') return;
    endpoint.status = 'paused';
    endpoint.pausedReason = reason;
    await this.save(tx, endpoint);
    await this.holding.hold(tx, endpoint.id);
    await this.outbox.append(tx, {
      event: POSTBACK_EVENTS['endpoint.paused'],
      merchantId: endpoint.merchantId,
      resourceId: endpoint.id,
      payload: { endpoint: toEndpointResponse(endpoint) },
      occurredAt: endpoint.updatedAt,
    });
  }

  /** paused → active: sends nothing by itself; what is held waits for a replay (contract §7, Held). */
  async activate(tx: Tx, endpoint: PostbackEndpoint): Promise<void> {
    if (endpoint.status === 'active') return;
    endpoint.status = 'active';
    endpoint.pausedReason = null;
    endpoint.failingSince = null;
    endpoint.failedAttempts = 0;
    endpoint.breakerOpenUntil = null;
    endpoint.breakerOpenings = 0;
    await this.save(tx, endpoint);
  }

  private async save(tx: Tx, endpoint: PostbackEndpoint): Promise<void> {
    endpoint.version += 1;
    endpoint.updatedAt = this.clock.now();
    await this.repository.save(tx, endpoint);
  }
}
