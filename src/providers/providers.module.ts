import { Module } from '@nestjs/common';
import { AddProviderAccountUseCase } from './accounts/add-provider-account.use-case';
import { DisableProviderAccountUseCase } from './accounts/disable-provider-account.use-case';
import { ProviderAccountReader } from './accounts/provider-account.reader';
import { ProviderAccountRepository } from './accounts/provider-account.repository';
import { ProviderAccountsService } from './accounts/provider-accounts.service';
import { ProviderCredentialsService } from './accounts/provider-credentials.service';
import { RotateProviderCredentialsUseCase } from './accounts/rotate-provider-credentials.use-case';
import { AdaptersService } from './adapters.service';
import { AnswerByProviderUseCase } from './calls/answer-by-provider.use-case';
import { AskProviderUseCase } from './calls/ask-provider.use-case';
import { BeginProviderCallUseCase } from './calls/begin-provider-call.use-case';
import { ProviderCallsService } from './calls/provider-calls.service';
import { ProviderCallRepository } from './calls/provider-call.repository';
import { MakeProviderCallUseCase } from './calls/make-provider-call.use-case';
import { WriteOutcomeUseCase } from './calls/write-outcome.use-case';
import { InboxService } from './inbound/inbox.service';
import { ReceiveNotificationUseCase } from './inbound/receive-notification.use-case';
import { ReceivedNotificationRepository } from './inbound/received-notification.repository';
import { TakeNotificationUseCase } from './inbound/take-notification.use-case';
import { InstructionsService } from './instructions/instructions.service';
import { ObtainInstructionsUseCase } from './instructions/obtain-instructions.use-case';
import { ProviderIntentRepository } from './instructions/provider-intent.repository';
import { ProviderReferenceRepository } from './provider-reference.repository';
import { ProviderTimeoutService } from './provider-timeout.service';
import { SandboxAdapter } from './sandbox/sandbox.adapter';
import { SandboxBatchRepository } from './sandbox/batches/sandbox-batch.repository';
import { SandboxDisputeRepository } from './sandbox/sandbox-dispute.repository';
import { SandboxFaultRepository } from './sandbox/sandbox-fault.repository';
import { SandboxPayoutRepository } from './sandbox/sandbox-payout.repository';
import { SandboxReportRepository } from './sandbox/reports/sandbox-report.repository';
import { SandboxReportsService } from './sandbox/reports/sandbox-reports.service';
import { SandboxPayoutsService } from './sandbox/sandbox-payouts.service';
import { ReceiveSandboxRequestUseCase } from './sandbox/receive-sandbox-request.use-case';
import { SandboxNotificationsService } from './sandbox/sandbox-notifications.service';
import { SandboxPayerService } from './sandbox/sandbox-payer.service';
import { SandboxRepository } from './sandbox/sandbox.repository';
import { ChangeSandboxPaymentsUseCase } from './sandbox/batches/change-sandbox-payments.use-case';
import { SubjectsService } from './subjects.service';

const SERVICES = [
  AdaptersService,
  AddProviderAccountUseCase,
  AnswerByProviderUseCase,
  AskProviderUseCase,
  BeginProviderCallUseCase,
  DisableProviderAccountUseCase,
  InboxService,
  InstructionsService,
  ObtainInstructionsUseCase,
  ProviderAccountReader,
  ProviderAccountRepository,
  ProviderAccountsService,
  ProviderCallRepository,
  ProviderCallsService,
  MakeProviderCallUseCase,
  WriteOutcomeUseCase,
  ProviderCredentialsService,
  ProviderIntentRepository,
  ProviderReferenceRepository,
  ProviderTimeoutService,
  ReceiveNotificationUseCase,
  ReceivedNotificationRepository,
  RotateProviderCredentialsUseCase,
  SandboxAdapter,
  SandboxBatchRepository,
  ChangeSandboxPaymentsUseCase,
  SandboxDisputeRepository,
  SandboxFaultRepository,
  SandboxNotificationsService,
  SandboxPayerService,
  SandboxPayoutRepository,
  SandboxPayoutsService,
  SandboxReportRepository,
  SandboxReportsService,
  SandboxRepository,
  ReceiveSandboxRequestUseCase,
  SubjectsService,
  TakeNotificationUseCase,
];

/** What every process needs to talk to providers: the command line its accounts, the API and the worker all of it. */
@Module({ providers: SERVICES, exports: SERVICES })
export class ProvidersModule {}
