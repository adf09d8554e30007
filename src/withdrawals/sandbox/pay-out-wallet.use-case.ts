import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { Clock } from '../../common';
import { localDay } from '../../common/calendar';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { ProviderAccountsService } from '../../providers';
import { AutomaticWithdrawalsService, WalletFundsService, WalletReader } from '../../wallets';
import { AutomaticRunService } from '../automatic/automatic-run.service';

/** Does for a test merchant's wallet now what 09:00 would, as often as it is asked for; 09:00 comes all the same (money contract §20, Sandbox). */
@Injectable()
export class PayOutWalletUseCase {
  constructor(
    private readonly wallets: WalletFundsService,
    private readonly reader: WalletReader,
    private readonly accounts: ProviderAccountsService,
    private readonly automatic: AutomaticWithdrawalsService,
    private readonly running: AutomaticRunService,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, and INVALID_STATE for a wallet that is not paid out by itself. */
  async execute(
    { merchantId, mode }: MerchantIdentity,
    walletId: string,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const account = await this.accounts.chooseForPayouts(merchantId, mode);
    return this.idempotency.run(key, async (tx) => {
      const wallet = await this.wallets.hold(tx, merchantId, walletId);
      const automatic = await this.automatic.find(tx, wallet);
      if (automatic === null)
        throw commonErrors.INVALID_STATE({ message: 'The wallet has no automatic withdrawal.' });
      const day = localDay(this.clock.now());
      await this.running.run(tx, wallet, automatic, { day, source: 'sandbox' }, account);
      return ok('Done: see last_run.', await this.reader.respond(wallet, tx));
    });
  }
}
