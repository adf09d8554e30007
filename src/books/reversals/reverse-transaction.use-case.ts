import { Injectable } from '@nestjs/common';
import type { OperatorIdentity } from '../../auth';
import { Clock } from '../../common';
import { commonErrors } from '../../common/errors';
import { Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { LedgerReader, type RecordedTransaction } from '../../ledger';
import { HoldReleaseService } from '../../wallets';
import { bookErrors } from '../book.errors';
import { BookPostingService, reversedAlready } from '../book-posting.service';
import type { MoneyRequest } from '../requests/money-request.entity';
import { referenceOf } from '../requests/money-request.response';
import { TwoOperatorsService } from '../requests/two-operators.service';
import { isReversible, negativeOf } from './reversal.rules';

/** Two operators take back what one of them did, or a transfer: by its exact negative, once (money contract §§ 11 and 20). */
@Injectable()
export class ReverseTransactionUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly ledger: LedgerReader,
    private readonly twoOperators: TwoOperatorsService,
    private readonly posting: BookPostingService,
    private readonly holds: HoldReleaseService,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, NOT_REVERSIBLE, INSUFFICIENT_BALANCE, DEBT_TOO_SMALL, SECOND_OPERATOR_REQUIRED, INVALID_STATE. */
  execute(
    operator: OperatorIdentity,
    merchantId: string,
    id: string,
    reason: string,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const work = async (tx: Tx): Promise<Reply> => {
      const transaction = await this.ledger.findTransactionById(merchantId, id, tx);
      if (transaction === null) throw commonErrors.NOT_FOUND();
      if (!isReversible(transaction)) throw bookErrors.NOT_REVERSIBLE();
      if (transaction.reversedById !== null) throw reversedAlready();
      const wanted = {
        ...{ merchantId, action: 'reversal' as const, transactionId: id, reason },
        ...{ walletId: null, debit: null, credit: null, amountCents: null },
      };
      return this.twoOperators.share(tx, {
        operator,
        wanted,
        check: () => this.posting.check(tx, merchantId, negativeOf(transaction.lines)),
        carryOut: (request) => this.reverse(tx, request, transaction, operator.operatorId),
      });
    };
    return this.idempotency.run(key, work, (tx, thing) =>
      this.twoOperators.answerAnew(tx, operator.operatorId, thing),
    );
  }

  private async reverse(
    tx: Tx,
    request: MoneyRequest,
    { merchantId, kind, resource, reference, lines }: RecordedTransaction,
    operatorId: string,
  ): Promise<void> {
    if (kind === 'hold') await this.holds.end(tx, merchantId, resource.id, operatorId);
    await this.posting.post(
      tx,
      {
        ...{ merchantId, reference: referenceOf(request), kind: 'reversal', resource },
        occurredAt: this.clock.now(),
        reverses: reference,
      },
      negativeOf(lines),
    );
  }
}
