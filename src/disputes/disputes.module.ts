import { Global, Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { ChargeDisputes, ChargesCoreModule } from '../charges';
import { LedgerModule } from '../ledger';
import { ReceivablesModule } from '../receivables';
import { TermsModule } from '../terms';
import { WalletsCoreModule } from '../wallets';
import { AcceptDisputeUseCase } from './answer/accept-dispute.use-case';
import { AnswerDisputeUseCase } from './answer/answer-dispute.use-case';
import { ContestDisputeUseCase } from './answer/contest-dispute.use-case';
import { ChargeDisputesAdapter } from './calls/charge-disputes.adapter';
import { DisputeSubjectAdapter } from './calls/dispute-subject.adapter';
import { DisputeLifecycle } from './dispute.lifecycle';
import { DisputeReader } from './dispute.reader';
import { GrowthMoneyService } from './growth/growth-money.service';
import { PastDisputesService } from './past/past-disputes.service';
import { DisputeRepository } from './dispute.repository';
import { DisputesController } from './disputes.controller';
import { DisputeMoneyService } from './money/dispute-money.service';
import { OperatorDisputeReader } from './operators/operator-dispute.reader';
import { OperatorDisputesController } from './operators/operator-disputes.controller';
import { DecideDisputeUseCase } from './sandbox/decide-dispute.use-case';
import { SandboxDisputesController } from './sandbox/sandbox-disputes.controller';

const SERVICES = [
  DisputeLifecycle,
  DisputeMoneyService,
  DisputeRepository,
  DisputeSubjectAdapter,
  GrowthMoneyService,
  PastDisputesService,
];

/** Provides the port that charges declare, in the API and in the worker; global, because charges may not import this feature. */
@Global()
@Module({
  imports: [ChargesCoreModule, LedgerModule, ReceivablesModule, TermsModule, WalletsCoreModule],
  providers: [...SERVICES, { provide: ChargeDisputes, useClass: ChargeDisputesAdapter }],
  exports: [...SERVICES, ChargeDisputes, ChargesCoreModule],
})
export class DisputesModule {}

/** Disputes as the API process serves them. */
@Module({
  imports: [AuthModule, DisputesModule],
  controllers: [DisputesController, OperatorDisputesController, SandboxDisputesController],
  providers: [
    AcceptDisputeUseCase,
    AnswerDisputeUseCase,
    ContestDisputeUseCase,
    DecideDisputeUseCase,
    DisputeReader,
    OperatorDisputeReader,
  ],
})
export class DisputesApiModule {}
