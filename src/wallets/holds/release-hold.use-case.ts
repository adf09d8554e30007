import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { AuditLog, operatorActor } from '../../common/audit';
import { commonErrors } from '../../common/errors';
import { TxRunner } from '../../database';
import { LedgerService } from '../../ledger';
import { WalletReader } from '../wallet.reader';
import { HoldReleaseService } from './hold-release.service';
import { HoldRepository } from './hold.repository';

/** An operator releases what was held of a wallet: it is available again. */
@Injectable()
export class ReleaseHoldUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly wallets: WalletReader,
    private readonly holds: HoldRepository,
    private readonly releasing: HoldReleaseService,
    private readonly ledger: LedgerService,
    private readonly audit: AuditLog,
  ) {}

  /** Throws NOT_FOUND, and INVALID_STATE for what is released already. */
  execute(operator: OperatorIdentity, walletId: string, id: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      const wallet = await this.wallets.getAnyRecord(walletId, tx);
      const { merchantId } = wallet;
      const hold = await this.holds.lock(tx, merchantId, id);
      if (hold?.walletId !== wallet.id) throw commonErrors.NOT_FOUND();
      if (hold.releasedAt !== null)
        throw commonErrors.INVALID_STATE({ message: 'This hold is released already.' });
      await this.ledger.post(tx, await this.releasing.release(tx, [hold], operator.operatorId));
      await this.audit.append(tx, {
        action: 'hold.released',
        actor: operatorActor(operator),
        target: { type: 'wallet', id: hold.walletId },
        merchantId,
        details: { hold: hold.id, amount: hold.amountCents },
      });
    });
  }
}
