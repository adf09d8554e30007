import { Injectable } from '@nestjs/common';
import { accepted, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { DeliveryLifecycle } from '../delivery/delivery.lifecycle';
import { toDeliveryLogResponse } from './delivery-log.response';

/** contract §7, resend: one attempt more with the same id and bytes. */
@Injectable()
export class ResendDeliveryUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly lifecycle: DeliveryLifecycle,
  ) {}

  /** Throws NOT_FOUND, ENDPOINT_PAUSED, and INVALID_STATE when the endpoint was deleted. */
  async execute(merchantId: string, id: string, key: IdempotencyRequest): Promise<Reply> {
    return this.idempotency.run(key, async (tx) =>
      accepted(
        'The delivery is sent again.',
        toDeliveryLogResponse(await this.lifecycle.resend(tx, merchantId, id)),
      ),
    );
  }
}
