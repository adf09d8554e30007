import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { SandboxPayerService } from '../../providers';
import { WithdrawalReader } from '../withdrawal.reader';
import { toWithdrawalResponse } from '../withdrawal.response';

/** The bank of a test merchant's payee gives money back (money contract §20, Sandbox). */
@Injectable()
export class ReturnWithdrawalUseCase {
  constructor(
    private readonly withdrawals: WithdrawalReader,
    private readonly payer: SandboxPayerService,
    private readonly idempotency: Idempotency,
  ) {}

  /** Throws NOT_FOUND, and INVALID_STATE for one that was not paid, or of which less is left. */
  async execute(
    { merchantId }: MerchantIdentity,
    id: string,
    amountCents: number | null,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const { withdrawal } = await this.withdrawals.get(merchantId, id);
    const account = await this.payer.find(withdrawal.providerAccountId);
    return this.idempotency.run(key, async (tx) => {
      const { status, providerReference } = (await this.withdrawals.get(merchantId, id, tx)).withdrawal;
      if (providerReference === null)
        throw commonErrors.INVALID_STATE({ message: `The withdrawal is ${status}: nothing was paid.` });
      if (account === null)
        throw commonErrors.INVALID_STATE({ message: 'The withdrawal was not paid by the sandbox.' });
      const outcome = await this.payer.giveBack(tx, account, providerReference, amountCents);
      if (outcome === 'impossible')
        throw commonErrors.INVALID_STATE({ message: 'That is more than is left of it.' });
      const after = await this.withdrawals.get(merchantId, id, tx);
      const message = outcome === 'notified' ? 'The money came back.' : 'The notification of it comes later.';
      return ok(message, toWithdrawalResponse(after));
    });
  }
}
