import { Global, Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { ChargeMoney } from '../charges';
import { LedgerModule } from '../ledger';
import { TermsModule } from '../terms';
import { WalletsCoreModule } from '../wallets';
import { PromisedReceivablesService } from './anticipations/promised-receivables.service';
import { ChargeMoneyAdapter } from './charge-money.adapter';
import { DisputeFundsService } from './disputes/dispute-funds.service';
import { OperatorReceivablesController } from './operators/operator-receivables.controller';
import { PastMoneyService } from './past/past-money.service';
import { PostedFirstService } from './posted-first.service';
import { ReceivableReader } from './receivable.reader';
import { ReceivableRepository } from './receivable.repository';
import { ReceivablesController } from './receivables.controller';
import { RefundHoldsService } from './refunds/refund-holds.service';
import { RefundMoneyService } from './refunds/refund-money.service';
import { ReleaseReservesUseCase } from './reserves/release-reserves.use-case';
import { ReserveRepository } from './reserves/reserve.repository';
import { SandboxReceivablesController } from './sandbox/sandbox-receivables.controller';
import { SettleEarlyUseCase } from './sandbox/settle-early.use-case';
import { SettleReceivablesUseCase } from './settlements/settle-receivables.use-case';
import { SettleTask } from './settlements/settle.task';
import { SettlementRepository } from './settlements/settlement.repository';
import { SettlementWriterService } from './settlements/settlement-writer.service';
import { ReceivableSummaryRepository } from './summary/receivable-summary.repository';

const SERVICES = [
  DisputeFundsService,
  PastMoneyService,
  PostedFirstService,
  PromisedReceivablesService,
  ReceivableRepository,
  RefundHoldsService,
  RefundMoneyService,
  ReleaseReservesUseCase,
  ReserveRepository,
  SettleReceivablesUseCase,
  SettlementRepository,
  SettlementWriterService,
];

/** Provides the port that charges declare; global, because charges may not import this feature. */
@Global()
@Module({
  imports: [LedgerModule, TermsModule, WalletsCoreModule],
  providers: [...SERVICES, { provide: ChargeMoney, useClass: ChargeMoneyAdapter }],
  exports: [...SERVICES, ChargeMoney],
})
export class ReceivablesModule {}

/** Receivables as the API process serves them. */
@Module({
  imports: [AuthModule, ReceivablesModule],
  controllers: [ReceivablesController, OperatorReceivablesController, SandboxReceivablesController],
  providers: [ReceivableReader, ReceivableSummaryRepository, SettleEarlyUseCase],
})
export class ReceivablesApiModule {}

/** What happens to receivables by the clock. */
export const RECEIVABLE_TASKS = [SettleTask];

/** Receivables as the worker settles them. */
@Module({ imports: [ReceivablesModule], providers: RECEIVABLE_TASKS, exports: RECEIVABLE_TASKS })
export class ReceivablesWorkerModule {}
