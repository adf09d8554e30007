import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { validationFailed } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { LedgerReader } from '../../ledger';
import { WalletReader } from '../../wallets';
import type { AdjustWalletBody } from './adjustment.body';
import { accountNamed, adjustmentLines, isOfProvider } from './adjustment.rules';
import { AdjustmentService } from './adjustment.service';

/** Two operators move money between accounts where no record of ours says it (money contract §20). */
@Injectable()
export class AdjustWalletUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly wallets: WalletReader,
    private readonly adjustments: AdjustmentService,
    private readonly ledger: LedgerReader,
  ) {}

  /** Throws NOT_FOUND, VALIDATION_FAILED, INSUFFICIENT_BALANCE, DEBT_TOO_SMALL, SECOND_OPERATOR_REQUIRED, INVALID_STATE. */
  execute(
    operator: OperatorIdentity,
    walletId: string,
    { debit, credit, amount: amountCents, reason }: AdjustWalletBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const work = async (tx: Tx): Promise<Reply> => {
      const { merchantId } = await this.wallets.getAnyRecord(walletId, tx);
      await this.assertAccounts(tx, merchantId, debit, credit);
      const change = { action: 'adjustment' as const, debit, credit, amountCents, reason };
      const wanted = { merchantId, walletId, transactionId: null, ...change };
      const lines = adjustmentLines(walletId, debit, credit, amountCents);
      return this.adjustments.share(tx, operator, wanted, lines);
    };
    return this.idempotency.run(key, work, (tx, thing) =>
      this.adjustments.answerAnew(tx, operator.operatorId, thing),
    );
  }

  private async assertAccounts(tx: Tx, merchantId: string, debit: string, credit: string): Promise<void> {
    if (debit === credit)
      throw validationFailed([
        { field: 'credit', code: 'same_account', message: 'must not be the debited account' },
      ]);
    for (const [field, name] of Object.entries({ debit, credit })) {
      if (!isOfProvider(name) || (await this.ledger.hasAccount(merchantId, accountNamed('', name), tx)))
        continue;
      const message = 'is no account of this book: nothing was ever posted to it';
      throw validationFailed([{ field, code: 'unknown_account', message }]);
    }
  }
}
