import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { commonErrors } from '../../common/errors';
import { Outbox } from '../../common/outbox';
import type { Tx } from '../../database';
import type { PostbackDelivery } from '../delivery/postback-delivery.entity';
import { wakeEvent } from '../delivery/wake';
import { EndpointHealthRepository } from '../endpoints/endpoint-health.repository';
import { EndpointRepository } from '../endpoints/endpoint.repository';
import { postbackErrors } from '../postbacks.errors';
import { DeliveryLogRepository } from './delivery-log.repository';

/** contract §7, resend: one attempt more with the same id and bytes. */
@Injectable()
export class ResendDelivery {
  constructor(
    private readonly logs: DeliveryLogRepository,
    private readonly endpoints: EndpointRepository,
    private readonly health: EndpointHealthRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, ENDPOINT_PAUSED, and INVALID_STATE when the endpoint was deleted. */
  async run(tx: Tx, merchantId: string, id: string): Promise<PostbackDelivery> {
    const delivery = await this.logs.get(tx, merchantId, id);
    const endpoint = await this.endpoints.lockAny(tx, delivery.endpointId);
    if (endpoint === null) {
      throw commonErrors.INVALID_STATE({ message: 'The endpoint of this delivery was deleted.' });
    }
    if (endpoint.status === 'paused') throw postbackErrors.ENDPOINT_PAUSED();
    await this.logs.requestResend(tx, id);
    await this.health.allowProbe(tx, endpoint.id);
    await this.outbox.append(tx, wakeEvent(merchantId, endpoint.id, this.clock.now()));
    return this.logs.get(tx, merchantId, id);
  }
}
