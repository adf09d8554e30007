import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { bookAccount, walletAccount } from '../../ledger';
import { WalletReader } from '../../wallets';
import type { WriteOffBody } from './adjustment.body';
import { AdjustmentService } from './adjustment.service';

/** Two operators give up what the owner of a wallet owes (money contract §20). */
@Injectable()
export class WriteOffDebtUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly wallets: WalletReader,
    private readonly adjustments: AdjustmentService,
  ) {}

  /** Throws NOT_FOUND, DEBT_TOO_SMALL, SECOND_OPERATOR_REQUIRED, INVALID_STATE. */
  execute(
    operator: OperatorIdentity,
    walletId: string,
    { amount: amountCents, reason }: WriteOffBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const work = async (tx: Tx): Promise<Reply> => {
      const { merchantId } = await this.wallets.getAnyRecord(walletId, tx);
      const change = { action: 'write_off' as const, debit: null, credit: null, amountCents, reason };
      return this.adjustments.share(tx, operator, { merchantId, walletId, transactionId: null, ...change }, [
        { account: bookAccount('losses'), amountCents: -amountCents },
        { account: walletAccount(walletId, 'debt'), amountCents },
      ]);
    };
    return this.idempotency.run(key, work, (tx, thing) =>
      this.adjustments.answerAnew(tx, operator.operatorId, thing),
    );
  }
}
