import { Injectable } from '@nestjs/common';
import { Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { isAttempted } from '../delivery/attempt.rules';
import { DeliveryLifecycle } from '../delivery/delivery.lifecycle';
import { DeliveryAnswersService } from '../outcomes/delivery-answers.service';
import { toDeliveryLogResponse } from './delivery-log.response';

const RESENT = {
  message: 'The delivery is sent again.',
  isEnded: isAttempted,
  describe: toDeliveryLogResponse,
};

/** contract §7, resend: one attempt more with the same id and bytes. */
@Injectable()
export class ResendDeliveryUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly lifecycle: DeliveryLifecycle,
    private readonly answers: DeliveryAnswersService,
  ) {}

  /** Throws NOT_FOUND, ENDPOINT_PAUSED, and INVALID_STATE when the endpoint was deleted. */
  async execute(merchantId: string, id: string, key: IdempotencyRequest): Promise<Reply> {
    return this.idempotency.run(
      key,
      async (tx) => this.answers.pending(RESENT, await this.lifecycle.resend(tx, merchantId, id)),
      this.answers.anew(RESENT),
    );
  }
}
