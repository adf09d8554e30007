import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { LedgerModule } from '../ledger';
import { WalletsCoreModule } from '../wallets';
import { AdjustWalletUseCase } from './adjustments/adjust-wallet.use-case';
import { AdjustmentService } from './adjustments/adjustment.service';
import { OperatorAdjustmentsController } from './adjustments/operator-adjustments.controller';
import { WriteOffDebtUseCase } from './adjustments/write-off-debt.use-case';
import { BookPostingService } from './book-posting.service';
import { BookReader } from './looking/book.reader';
import { OperatorBooksController } from './looking/operator-books.controller';
import { MoneyRequestReader } from './requests/money-request.reader';
import { MoneyRequestRepository } from './requests/money-request.repository';
import { OperatorMoneyRequestsController } from './requests/operator-money-requests.controller';
import { TwoOperatorsService } from './requests/two-operators.service';
import { WithdrawMoneyRequestUseCase } from './requests/withdraw-money-request.use-case';
import { ReverseTransactionUseCase } from './reversals/reverse-transaction.use-case';

/** The books at the desk. */
@Module({
  imports: [AuthModule, LedgerModule, WalletsCoreModule],
  controllers: [OperatorAdjustmentsController, OperatorBooksController, OperatorMoneyRequestsController],
  providers: [
    MoneyRequestRepository,
    MoneyRequestReader,
    TwoOperatorsService,
    BookPostingService,
    BookReader,
    AdjustmentService,
    AdjustWalletUseCase,
    WriteOffDebtUseCase,
    ReverseTransactionUseCase,
    WithdrawMoneyRequestUseCase,
  ],
})
export class BooksModule {}
