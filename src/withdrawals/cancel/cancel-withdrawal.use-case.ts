import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { WithdrawalLifecycle } from '../withdrawal.lifecycle';
import { WithdrawalRepository } from '../withdrawal.repository';
import { toWithdrawalResponse } from '../withdrawal.response';

/** Takes a withdrawal back before it is sent: all of it is available again. */
@Injectable()
export class CancelWithdrawalUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly withdrawals: WithdrawalRepository,
    private readonly lifecycle: WithdrawalLifecycle,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE. */
  execute({ merchantId }: MerchantIdentity, id: string, key: IdempotencyRequest): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const record = await this.withdrawals.lock(tx, { merchantId, id });
      if (record === null) throw commonErrors.NOT_FOUND();
      await this.lifecycle.cancel(tx, record);
      return ok('Cancelled.', toWithdrawalResponse(record));
    });
  }
}
