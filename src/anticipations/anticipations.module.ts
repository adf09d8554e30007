import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { AnticipableReceivablesModule } from '../receivables';
import { TermsModule } from '../terms';
import { WalletsCoreModule } from '../wallets';
import { AnticipationReader } from './anticipation.reader';
import { AnticipationsCoreModule } from './anticipations-core.module';
import { AnticipationsController } from './anticipations.controller';
import { CancelAnticipationUseCase } from './cancel/cancel-anticipation.use-case';
import { CreateAnticipationUseCase } from './create/create-anticipation.use-case';
import { SimulateAnticipationUseCase } from './create/simulate-anticipation.use-case';
import { DecideAnticipationUseCase } from './operators/decide-anticipation.use-case';
import { OperatorAnticipationReader } from './operators/operator-anticipation.reader';
import { OperatorAnticipationsController } from './operators/operator-anticipations.controller';
import { PayAnticipationUseCase } from './pay/pay-anticipation.use-case';
import { PayAnticipationsTask } from './pay/pay-anticipations.task';
import { PlanAnticipationService } from './plan/plan-anticipation.service';
import { PayNowUseCase } from './sandbox/pay-now.use-case';
import { SandboxAnticipationsController } from './sandbox/sandbox-anticipations.controller';

/** Anticipations as the API process serves them. */
@Module({
  imports: [
    AuthModule,
    AnticipationsCoreModule,
    AnticipableReceivablesModule,
    TermsModule,
    WalletsCoreModule,
  ],
  controllers: [AnticipationsController, OperatorAnticipationsController, SandboxAnticipationsController],
  providers: [
    AnticipationReader,
    CancelAnticipationUseCase,
    CreateAnticipationUseCase,
    DecideAnticipationUseCase,
    OperatorAnticipationReader,
    PayNowUseCase,
    PlanAnticipationService,
    SimulateAnticipationUseCase,
  ],
})
export class AnticipationsApiModule {}

/** What happens to anticipations by the clock. */
export const ANTICIPATION_TASKS = [PayAnticipationsTask];

/** Anticipations as the worker pays them. */
@Module({
  imports: [AnticipationsCoreModule, WalletsCoreModule],
  providers: [PayAnticipationUseCase, ...ANTICIPATION_TASKS],
  exports: ANTICIPATION_TASKS,
})
export class AnticipationsWorkerModule {}
