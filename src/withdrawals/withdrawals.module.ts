import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { BanksModule } from '../banks';
import { DestinationsModule } from '../destinations';
import { LedgerModule } from '../ledger';
import { TermsModule } from '../terms';
import { AutomaticRunService } from './automatic/automatic-run.service';
import { AutomaticWithdrawalController } from './automatic/automatic-withdrawal.controller';
import { AutomaticWithdrawalsTask } from './automatic/automatic-withdrawals.task';
import { RunAutomaticWithdrawalsUseCase } from './automatic/run-automatic-withdrawals.use-case';
import { SetAutomaticWithdrawalUseCase } from './automatic/set-automatic-withdrawal.use-case';
import { CancelWithdrawalUseCase } from './cancel/cancel-withdrawal.use-case';
import { CreateWithdrawalUseCase } from './create/create-withdrawal.use-case';
import { FindingRepository } from './create/finding.repository';
import { NewWithdrawalService } from './create/new-withdrawal.service';
import { WithdrawalTermsService } from './create/withdrawal-terms.service';
import { WithdrawalFactsReader } from './look/withdrawal-facts.reader';
import { DecideWithdrawalUseCase } from './operators/decide-withdrawal.use-case';
import { OperatorWithdrawalReader } from './operators/operator-withdrawal.reader';
import { OperatorWithdrawalsController } from './operators/operator-withdrawals.controller';
import { DrawReceiptUseCase } from './receipt/draw-receipt.use-case';
import { OperatorReceiptsController } from './receipt/operator-receipts.controller';
import { ReceiptDrawerService } from './receipt/receipt-drawer.service';
import { ReceiptReader } from './receipt/receipt.reader';
import { ReceiptsController } from './receipt/receipts.controller';
import { PayOutWalletUseCase } from './sandbox/pay-out-wallet.use-case';
import { ReturnWithdrawalUseCase } from './sandbox/return-withdrawal.use-case';
import { SandboxWalletsController } from './sandbox/sandbox-wallets.controller';
import { SandboxWithdrawalsController } from './sandbox/sandbox-withdrawals.controller';
import { SendWithdrawalUseCase } from './send/send-withdrawal.use-case';
import { SendWithdrawalsTask } from './send/send-withdrawals.task';
import { UnansweredWatchService } from './send/unanswered-watch.service';
import { WithdrawalSubjectAdapter } from './send/withdrawal-subject.adapter';
import { WithdrawalLifecycle } from './withdrawal.lifecycle';
import { WithdrawalReader } from './withdrawal.reader';
import { WithdrawalRepository } from './withdrawal.repository';
import { WithdrawalsController } from './withdrawals.controller';

const SERVICES = [
  AutomaticRunService,
  FindingRepository,
  NewWithdrawalService,
  WithdrawalLifecycle,
  WithdrawalReader,
  WithdrawalRepository,
  WithdrawalSubjectAdapter,
  WithdrawalTermsService,
];

/** Withdrawals in every process that hears of them. */
@Module({
  imports: [DestinationsModule, LedgerModule, TermsModule],
  providers: SERVICES,
  exports: [...SERVICES, DestinationsModule, LedgerModule, TermsModule],
})
class WithdrawalsModule {}

/** Withdrawals as the API process serves them. */
@Module({
  imports: [AuthModule, BanksModule, WithdrawalsModule],
  controllers: [
    WithdrawalsController,
    ReceiptsController,
    AutomaticWithdrawalController,
    OperatorWithdrawalsController,
    OperatorReceiptsController,
    SandboxWithdrawalsController,
    SandboxWalletsController,
  ],
  providers: [
    CancelWithdrawalUseCase,
    CreateWithdrawalUseCase,
    DecideWithdrawalUseCase,
    DrawReceiptUseCase,
    OperatorWithdrawalReader,
    PayOutWalletUseCase,
    ReceiptDrawerService,
    ReceiptReader,
    ReturnWithdrawalUseCase,
    SetAutomaticWithdrawalUseCase,
    WithdrawalFactsReader,
  ],
})
export class WithdrawalsApiModule {}

/** Withdrawals as the worker sends them. */
@Module({
  imports: [WithdrawalsModule],
  providers: [
    AutomaticWithdrawalsTask,
    RunAutomaticWithdrawalsUseCase,
    SendWithdrawalUseCase,
    SendWithdrawalsTask,
    UnansweredWatchService,
  ],
  exports: [AutomaticWithdrawalsTask, SendWithdrawalsTask],
})
export class WithdrawalsWorkerModule {}
