import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { localDay } from '../../common/calendar';
import { TxRunner } from '../../database';
import { WalletFundsService } from '../../wallets';
import { AnticipationLifecycle } from '../anticipation.lifecycle';
import { type AnticipationKey, AnticipationRepository } from '../anticipation.repository';
import { OpenAnticipationService } from '../items/open-anticipation.service';

/** Pays an approved anticipation whose day has come, once however many do so (money contract §16). */
@Injectable()
export class PayAnticipationUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly anticipations: AnticipationRepository,
    private readonly open: OpenAnticipationService,
    private readonly wallets: WalletFundsService,
    private readonly lifecycle: AnticipationLifecycle,
    private readonly clock: Clock,
  ) {}

  /** One that is not approved any more, that somebody else holds, or whose wallet is frozen, is left for another time. */
  execute({ merchantId, id }: AnticipationKey): Promise<void> {
    return this.transactions.run(async (tx) => {
      const found = await this.anticipations.find(merchantId, id, tx);
      if (found === null) return;
      const wallet = await this.wallets.hold(tx, merchantId, found.walletId);
      if (this.wallets.isFrozen(wallet)) return;
      const open = await this.open.lockFree(tx, { merchantId, id });
      if (open?.anticipation.status !== 'approved') return;
      if (open.anticipation.paymentDate > localDay(this.clock.now())) return;
      await this.lifecycle.pay(tx, open, 'due');
    });
  }
}
