import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { AnticipationLifecycle } from '../anticipation.lifecycle';
import { toAnticipationResponse } from '../anticipation.response';
import { OpenAnticipationService } from '../items/open-anticipation.service';

/** Takes an anticipation back before it is paid: its receivables wait for their days again. */
@Injectable()
export class CancelAnticipationUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly open: OpenAnticipationService,
    private readonly lifecycle: AnticipationLifecycle,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE. */
  execute({ merchantId }: MerchantIdentity, id: string, key: IdempotencyRequest): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const open = await this.open.lock(tx, { merchantId, id });
      if (open === null) throw commonErrors.NOT_FOUND();
      await this.lifecycle.cancel(tx, open);
      return ok('Cancelled.', toAnticipationResponse(open.anticipation));
    });
  }
}
