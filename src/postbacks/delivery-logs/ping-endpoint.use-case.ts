import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, searchText } from '../../common';
import { Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { AppConfig } from '../../config';
import type { Tx } from '../../database';
import { isOver } from '../delivery/attempt.rules';
import { DeliveryLifecycle } from '../delivery/delivery.lifecycle';
import { DeliveryRepository } from '../delivery/delivery.repository';
import type { PostbackDelivery } from '../delivery/postback-delivery.entity';
import { PostbackEventRepository } from '../events/postback-event.repository';
import { deliveryTransitions } from '../delivery.transitions';
import { EndpointRepository } from '../endpoints/endpoint.repository';
import { toEndpointResponse } from '../endpoints/endpoint.response';
import { DeliveryAnswersService } from '../outcomes/delivery-answers.service';
import { postbackErrors } from '../postbacks.errors';
import { POSTBACK_EVENTS } from '../postbacks.events';
import { toDeliveryLogResponse } from './delivery-log.response';

const PING = POSTBACK_EVENTS.ping.kind;

const PINGED = { message: 'The ping is on its way.', isEnded: isOver, describe: toDeliveryLogResponse };

/** contract §7, ping: a notification to this endpoint alone, whatever its events. */
@Injectable()
export class PingEndpointUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly endpoints: EndpointRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly events: PostbackEventRepository,
    private readonly lifecycle: DeliveryLifecycle,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly answers: DeliveryAnswersService,
  ) {}

  /** Throws NOT_FOUND and ENDPOINT_PAUSED. */
  async execute(merchantId: string, endpointId: string, key: IdempotencyRequest): Promise<Reply> {
    return this.idempotency.run(
      key,
      async (tx) => this.answers.pending(PINGED, await this.ping(tx, merchantId, endpointId)),
      this.answers.anew(PINGED),
    );
  }

  private async ping(tx: Tx, merchantId: string, endpointId: string): Promise<PostbackDelivery> {
    const endpoint = await this.endpoints.lock(tx, merchantId, endpointId);
    if (endpoint.status === 'paused') throw postbackErrors.ENDPOINT_PAUSED();
    const [id, eventId, now] = [this.ids.next(), this.ids.next(), this.clock.now()];
    const sequences = await this.endpoints.takeSequences(tx, [{ merchantId, endpointId, count: 1 }]);
    const sequence = sequences.get(endpointId) ?? 0;
    const payload = JSON.stringify({ endpoint: toEndpointResponse(endpoint, now) });
    await this.events.insert(tx, { merchantId, id: eventId, occurredAt: now, payload });
    await this.deliveries.insert(tx, [
      {
        id,
        merchantId,
        endpointId,
        eventId,
        event: PING,
        resourceId: endpointId,
        sequence,
        status: deliveryTransitions.next(null, 'enqueue'),
        attemptLimit: this.config.postbacks.retryWaitsSeconds.length,
        searchText: searchText(endpointId, eventId),
        createdAt: now,
      },
    ]);
    await this.lifecycle.dispatch(tx, { merchantId, endpointId });
    return this.deliveries.get(tx, merchantId, id);
  }
}
