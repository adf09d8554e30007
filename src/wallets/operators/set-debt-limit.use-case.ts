import { Injectable } from '@nestjs/common';
import { AuditLog, operatorActor } from '../../common/audit';
import { assertVersion } from '../../common/http';
import { operatorBulkhead, TxRunner } from '../../database';
import { WalletLifecycle } from '../wallet.lifecycle';
import { WalletReader } from '../wallet.reader';
import { WalletRepository } from '../wallet.repository';
import type { OperatorWalletResponse } from '../wallet.response';
import type { WalletRequest } from './freeze-wallet.use-case';

/** An administrator says how much the owner of a wallet may owe (money contract §13, Limits). */
@Injectable()
export class SetDebtLimitUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly wallets: WalletRepository,
    private readonly reader: WalletReader,
    private readonly lifecycle: WalletLifecycle,
    private readonly audit: AuditLog,
  ) {}

  /** In cents; null: no bound. Throws NOT_FOUND, STALE_VERSION. */
  execute(
    { operator, id, expectedVersion }: WalletRequest,
    limitCents: number | null,
  ): Promise<OperatorWalletResponse> {
    return this.transactions.run(
      async (tx) => {
        const { merchantId } = await this.reader.getAnyRecord(id, tx);
        const wallet = await this.wallets.lock(tx, merchantId, id);
        if (wallet === null) throw new Error('no wallet ends');
        assertVersion(wallet.version, expectedVersion);
        const from = wallet.debtLimitCents;
        if (from !== limitCents) {
          await this.lifecycle.setDebtLimit(tx, wallet, limitCents);
          await this.audit.append(tx, {
            action: 'wallet.debt_limit_changed',
            actor: operatorActor(operator),
            target: { type: 'wallet', id },
            merchantId,
            details: { from, to: limitCents },
          });
        }
        return this.reader.respondToOperator(wallet, tx);
      },
      operatorBulkhead(operator.operatorId, id),
    );
  }
}
