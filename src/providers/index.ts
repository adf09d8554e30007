export { AddProviderAccountUseCase } from './accounts/add-provider-account.use-case';
export { DisableProviderAccountUseCase } from './accounts/disable-provider-account.use-case';
export { ProviderAccountReader } from './accounts/provider-account.reader';
export { providerAccountTransitions } from './accounts/provider-account.transitions';
export { type OpenAccount, ProviderAccountsService } from './accounts/provider-accounts.service';
export {
  AdaptersService,
  boletoPort,
  cardPort,
  disputePort,
  paymentPort,
  payoutPort,
  pixPort,
} from './adapters.service';
export { AnswerByProviderUseCase } from './calls/answer-by-provider.use-case';
export { AskProviderUseCase } from './calls/ask-provider.use-case';
export { BeginProviderCallUseCase } from './calls/begin-provider-call.use-case';
export type { CallToMake } from './calls/new-provider-call';
export { newProviderCall } from './calls/new-provider-call';
export { CALL_STATUSES, type CallStatus, providerCallTransitions } from './calls/provider-call.transitions';
export { CALL_KINDS, type CallKind, type ProviderCallRecord } from './calls/provider-call.types';
export { ProviderCallsService } from './calls/provider-calls.service';
export type { DisputeNotification } from './dispute.port';
export { receivedNotificationTransitions } from './inbound/received-notification.transitions';
export {
  type Holder,
  isPayoutNotification,
  PAYOUT_METHODS,
  type PayoutMethod,
  type PayoutNotification,
  type PayoutProof,
  type PayoutTarget,
} from './payout.port';
export { InstructionsService } from './instructions/instructions.service';
export { ObtainInstructionsUseCase } from './instructions/obtain-instructions.use-case';
export {
  type AccountAccess,
  type BoletoInstructions,
  PAYMENT_CAPABILITIES,
  type PaymentCapability,
  type Payer,
  type PixInstructions,
  type ProviderNotification,
  type ProviderOutcome,
  type TokenizedCard,
} from './provider.port';
export {
  netOfLine,
  REPORT_LINE_TYPES,
  type ReportedPayment,
  type ReportLine,
  type ReportLineType,
  type ReportsPort,
} from './report.port';
export { reportedMoment } from './reported-moment';
export { ProviderTimeoutService } from './provider-timeout.service';
export { providersFeature } from './providers.feature';
export { ProvidersModule } from './providers.module';
export { SandboxPayerService } from './sandbox/sandbox-payer.service';
export type { LinesOf, ReportFault } from './sandbox/reports/report-fault';
export { SandboxReportsService } from './sandbox/reports/sandbox-reports.service';
export {
  type AnsweredCall,
  type FinalOutcome,
  type OutcomeWriter,
  type PreparedOutcome,
  type ProviderReferenceRecord,
  type ProviderSubject,
  type Settlement,
  type SubjectRef,
  SubjectsService,
} from './subjects.service';
