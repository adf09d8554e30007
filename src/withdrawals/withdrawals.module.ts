import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { DestinationsModule } from '../destinations';
import { LedgerModule } from '../ledger';
import { TermsModule } from '../terms';
import { CancelWithdrawalUseCase } from './cancel/cancel-withdrawal.use-case';
import { CreateWithdrawalUseCase } from './create/create-withdrawal.use-case';
import { FindingRepository } from './create/finding.repository';
import { WithdrawalTermsService } from './create/withdrawal-terms.service';
import { WithdrawalFactsReader } from './look/withdrawal-facts.reader';
import { DecideWithdrawalUseCase } from './operators/decide-withdrawal.use-case';
import { OperatorWithdrawalReader } from './operators/operator-withdrawal.reader';
import { OperatorWithdrawalsController } from './operators/operator-withdrawals.controller';
import { ReturnWithdrawalUseCase } from './sandbox/return-withdrawal.use-case';
import { SandboxWithdrawalsController } from './sandbox/sandbox-withdrawals.controller';
import { SendWithdrawalUseCase } from './send/send-withdrawal.use-case';
import { SendWithdrawalsTask } from './send/send-withdrawals.task';
import { WithdrawalSubjectAdapter } from './send/withdrawal-subject.adapter';
import { WithdrawalLifecycle } from './withdrawal.lifecycle';
import { WithdrawalReader } from './withdrawal.reader';
import { WithdrawalRepository } from './withdrawal.repository';
import { WithdrawalsController } from './withdrawals.controller';

const SERVICES = [WithdrawalLifecycle, WithdrawalReader, WithdrawalRepository, WithdrawalSubjectAdapter];

/** Withdrawals in every process that hears of them. */
@Module({
  imports: [DestinationsModule, LedgerModule, TermsModule],
  providers: SERVICES,
  exports: [...SERVICES, DestinationsModule, LedgerModule, TermsModule],
})
class WithdrawalsModule {}

/** Withdrawals as the API process serves them. */
@Module({
  imports: [AuthModule, WithdrawalsModule],
  controllers: [WithdrawalsController, OperatorWithdrawalsController, SandboxWithdrawalsController],
  providers: [
    CancelWithdrawalUseCase,
    CreateWithdrawalUseCase,
    DecideWithdrawalUseCase,
    FindingRepository,
    OperatorWithdrawalReader,
    ReturnWithdrawalUseCase,
    WithdrawalFactsReader,
    WithdrawalTermsService,
  ],
})
export class WithdrawalsApiModule {}

/** Withdrawals as the worker sends them. */
@Module({
  imports: [WithdrawalsModule],
  providers: [SendWithdrawalUseCase, SendWithdrawalsTask],
  exports: [SendWithdrawalsTask],
})
export class WithdrawalsWorkerModule {}
