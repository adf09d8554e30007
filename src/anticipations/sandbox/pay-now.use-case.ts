import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { WalletFundsService } from '../../wallets';
import { AnticipationLifecycle } from '../anticipation.lifecycle';
import { AnticipationRepository } from '../anticipation.repository';
import { toAnticipationResponse } from '../anticipation.response';
import { OpenAnticipationService } from '../items/open-anticipation.service';

/** Pays a test merchant's approved anticipation before its day, its fee unchanged (money contract §20, Sandbox). */
@Injectable()
export class PayNowUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly anticipations: AnticipationRepository,
    private readonly open: OpenAnticipationService,
    private readonly wallets: WalletFundsService,
    private readonly lifecycle: AnticipationLifecycle,
  ) {}

  /** Throws NOT_FOUND, INVALID_STATE, WALLET_FROZEN. */
  execute({ merchantId }: MerchantIdentity, id: string, key: IdempotencyRequest): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const found = await this.anticipations.find(merchantId, id, tx);
      if (found === null) throw commonErrors.NOT_FOUND();
      const wallet = await this.wallets.hold(tx, merchantId, found.walletId);
      const open = await this.open.lock(tx, { merchantId, id });
      if (open === null) throw new Error('no anticipation is deleted');
      if (open.anticipation.status === 'approved') this.wallets.assertActive(wallet);
      await this.lifecycle.pay(tx, open, 'early');
      return ok('The payout is available.', toAnticipationResponse(open.anticipation));
    });
  }
}
