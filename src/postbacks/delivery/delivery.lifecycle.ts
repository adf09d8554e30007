import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { commonErrors } from '../../common/errors';
import { Outbox } from '../../common/outbox';
import type { Tx } from '../../database';
import { dispatchEvent } from '../dispatch-jobs';
import { EndpointRepository } from '../endpoints/endpoint.repository';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';
import { postbackErrors } from '../postbacks.errors';
import { DeliveryRepository } from './delivery.repository';
import { EndpointHealthRepository } from './endpoint-health.repository';
import type { PostbackDelivery } from './postback-delivery.entity';

/** What somebody asks of deliveries, on their locked endpoint. What workers and the clock do to them goes set by set. */
@Injectable()
export class DeliveryLifecycle {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly health: EndpointHealthRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** contract §7, resend. Throws NOT_FOUND, ENDPOINT_PAUSED, and INVALID_STATE when the endpoint was deleted. */
  async resend(tx: Tx, merchantId: string, id: string): Promise<PostbackDelivery> {
    const { endpointId } = await this.deliveries.get(tx, merchantId, id);
    const endpoint = await this.endpoints.lockIfPresent(tx, { merchantId, endpointId });
    if (endpoint === null) {
      throw commonErrors.INVALID_STATE({ message: 'The endpoint of this delivery was deleted.' });
    }
    if (endpoint.status === 'paused') throw postbackErrors.ENDPOINT_PAUSED();
    await this.deliveries.resend(tx, merchantId, id);
    await this.dispatch(tx, { merchantId, endpointId });
    return this.deliveries.get(tx, merchantId, id);
  }

  /** Has what is due sent now, without waiting for the breaker. */
  async dispatch(tx: Tx, key: EndpointKey): Promise<void> {
    await this.health.allowProbe(tx, key);
    await this.outbox.append(tx, dispatchEvent(key, this.clock.now()));
  }
}
