import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, searchText } from '../../common';
import { Outbox } from '../../common/outbox';
import { AppConfig } from '../../config';
import type { Tx } from '../../database';
import { DeliveryRepository } from '../delivery/delivery.repository';
import { notificationBody } from '../delivery/notification-body';
import type { PostbackDelivery } from '../delivery/postback-delivery.entity';
import { wakeEvent } from '../delivery/wake';
import { EndpointHealthRepository } from '../endpoints/endpoint-health.repository';
import { EndpointRepository } from '../endpoints/endpoint.repository';
import { toEndpointResponse } from '../endpoints/endpoint.response';
import { POSTBACK_EVENTS } from '../postback.events';
import { postbackErrors } from '../postbacks.errors';
import { DeliveryLogRepository } from './delivery-log.repository';

const PING = POSTBACK_EVENTS.ping.kind;

/** contract §7, ping: a notification to this endpoint alone, whatever its events. */
@Injectable()
export class PingEndpoint {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly logs: DeliveryLogRepository,
    private readonly health: EndpointHealthRepository,
    private readonly outbox: Outbox,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Throws NOT_FOUND and ENDPOINT_PAUSED. */
  async run(tx: Tx, merchantId: string, endpointId: string): Promise<PostbackDelivery> {
    const endpoint = await this.endpoints.lock(tx, merchantId, endpointId);
    if (endpoint.status === 'paused') throw postbackErrors.ENDPOINT_PAUSED();
    const [id, eventId, now] = [this.ids.next(), this.ids.next(), this.clock.now()];
    const sequences = await this.endpoints.takeSequences(tx, new Map([[endpointId, 1]]));
    const sequence = sequences.get(endpointId) ?? 0;
    const payload = JSON.stringify({ endpoint: toEndpointResponse(endpoint) });
    await this.deliveries.insert(tx, [
      {
        id,
        merchantId,
        endpointId,
        eventId,
        event: PING,
        resourceId: endpointId,
        sequence,
        body: notificationBody({ id, eventId, event: PING, occurredAt: now, sequence }, payload),
        status: 'pending',
        attemptLimit: this.config.postbacks.retryWaitsSeconds.length,
        searchText: searchText(endpointId, eventId),
        createdAt: now,
      },
    ]);
    await this.health.allowProbe(tx, endpointId);
    await this.outbox.append(tx, wakeEvent(merchantId, endpointId, now));
    return this.logs.get(tx, merchantId, id);
  }
}
