import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { AuditLog, operatorActor } from '../../common/audit';
import { Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { isAttempted } from '../delivery/attempt.rules';
import { DeliveryLifecycle } from '../delivery/delivery.lifecycle';
import { DeliveryAnswersService } from '../outcomes/delivery-answers.service';
import { OperatorDeliveryReader } from './operator-delivery.reader';
import { OperatorDeliveryRepository } from './operator-delivery.repository';

/** As the merchant's own resend, by an operator: it is in the audit log. */
@Injectable()
export class OperatorResendDeliveryUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly repository: OperatorDeliveryRepository,
    private readonly lifecycle: DeliveryLifecycle,
    private readonly reader: OperatorDeliveryReader,
    private readonly audit: AuditLog,
    private readonly answers: DeliveryAnswersService,
  ) {}

  /** Throws NOT_FOUND, ENDPOINT_PAUSED, and INVALID_STATE when the endpoint was deleted. */
  async execute(operator: OperatorIdentity, id: string, key: IdempotencyRequest): Promise<Reply> {
    const found = await this.repository.get(id);
    const { merchantId } = found;
    const describe = await this.reader.getDescriber([found]);
    const asked = { message: 'The delivery is sent again.', isEnded: isAttempted, describe };
    const work = async (tx: Tx): Promise<Reply<object>> => {
      const delivery = await this.lifecycle.resend(tx, merchantId, id);
      await this.audit.append(tx, {
        action: 'delivery.resent',
        actor: operatorActor(operator),
        target: { type: 'delivery', id },
        merchantId,
        details: { endpoint_id: delivery.endpointId, event: delivery.event },
      });
      return this.answers.pending(asked, delivery);
    };
    return this.idempotency.run(key, work, this.answers.anew(asked));
  }
}
