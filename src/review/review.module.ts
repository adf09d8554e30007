import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { SafeHttpModule } from '../common/safe-http';
import { DocumentsModule } from '../documents';
import { SubmerchantsModule } from '../submerchants';
import { CaseQueueReader } from './cases/case-queue.reader';
import { CaseSummaryReader } from './cases/case-summary.reader';
import { CaseTimelineReader } from './cases/case-timeline.reader';
import { CaseReader } from './cases/case.reader';
import { CaseRepository } from './cases/case.repository';
import { CasesController } from './cases/cases.controller';
import { RevealTaxNumbersUseCase } from './cases/reveal-tax-numbers.use-case';
import { CaseClaimRepository } from './claims/case-claim.repository';
import { ClaimCaseUseCase } from './claims/claim-case.use-case';
import { ClaimService } from './claims/claim.service';
import { ClaimsController } from './claims/claims.controller';
import { ReleaseCaseUseCase } from './claims/release-case.use-case';
import { RenewClaimUseCase } from './claims/renew-claim.use-case';
import { ApprovalService } from './decisions/approval/approval.service';
import { ApproveCaseUseCase } from './decisions/approval/approve-case.use-case';
import { CaseAccessService } from './decisions/case-access.service';
import { FirstDecisionService } from './decisions/first-decision.service';
import { CaseDecisionsController } from './decisions/case-decisions.controller';
import { DecideDocumentUseCase } from './decisions/decide-document.use-case';
import { DocumentVerdictService } from './decisions/document-verdict.service';
import { DocumentVerdictsController } from './decisions/document-verdicts.controller';
import { LastChangeService } from './decisions/last-change.service';
import { ReactivateSubmerchantUseCase } from './decisions/reactivate-submerchant.use-case';
import { RejectCaseUseCase } from './decisions/reject-case.use-case';
import { SendBackCaseUseCase } from './decisions/send-back-case.use-case';
import { SetMccUseCase } from './decisions/set-mcc.use-case';
import { SuspendSubmerchantUseCase } from './decisions/suspend-submerchant.use-case';
import { WithdrawDecisionUseCase } from './decisions/withdraw-decision.use-case';
import { DocumentFileRepository } from './files/document-file.repository';
import { DocumentFilesController } from './files/document-files.controller';
import { FetchDocumentFileUseCase } from './files/fetch/fetch-document-file.use-case';
import { FileDownloadService } from './files/fetch/file-download.service';
import { FileSealingService } from './files/file-sealing.service';
import { RecordFileViewUseCase } from './files/record-file-view.use-case';
import { SeenFileReader } from './files/seen-file.reader';
import { ViewDocumentFileUseCase } from './files/view-document-file.use-case';
import { FindingFactsRepository } from './findings/finding-facts.repository';
import { FirstDecisionRepository } from './four-eyes/first-decision.repository';
import { FourEyesService } from './four-eyes/four-eyes.service';
import { AddNoteUseCase } from './notes/add-note.use-case';
import { NotesController } from './notes/notes.controller';
import { ReasonTargetRepository } from './reasons/reason-target.repository';
import { ReasonTargetService } from './reasons/reason-target.service';
import { RequirementReader } from './requirements/requirement.reader';
import { RequirementsController } from './requirements/requirements.controller';
import { RequirementsModule } from './requirements/requirements.module';
import { RoundChangesReader } from './rounds/round-changes.reader';
import { SubmittedRecordRepository } from './rounds/submitted-record.repository';
import { ApproveAsSandboxUseCase } from './sandbox/approve-as-sandbox.use-case';
import { RejectAsSandboxUseCase } from './sandbox/reject-as-sandbox.use-case';
import { SandboxReviewsController } from './sandbox/sandbox-reviews.controller';
import { QueueMetricsService } from './statistics/queue-metrics.service';
import { StatisticsController } from './statistics/statistics.controller';
import { StatisticsReader } from './statistics/statistics.reader';
import { StatisticsRepository } from './statistics/statistics.repository';
import { ReopenRejectionUseCase } from './submission/reopen-rejection.use-case';
import { SubmissionsController } from './submission/submissions.controller';
import { SubmitForReviewUseCase } from './submission/submit-for-review.use-case';
import { CaseAuditService } from './timeline/case-audit.service';
import { CaseStepRepository } from './timeline/case-step.repository';

const CLAIMS = [CaseClaimRepository, ClaimService, RenewClaimUseCase, ClaimCaseUseCase, ReleaseCaseUseCase];

const CASES = [
  RequirementReader,
  CaseRepository,
  CaseReader,
  CaseQueueReader,
  CaseSummaryReader,
  CaseTimelineReader,
  CaseAuditService,
  CaseStepRepository,
  FindingFactsRepository,
  AddNoteUseCase,
  RevealTaxNumbersUseCase,
];

const FILES = [
  DocumentFileRepository,
  FetchDocumentFileUseCase,
  FileDownloadService,
  FileSealingService,
  RecordFileViewUseCase,
  SeenFileReader,
  ViewDocumentFileUseCase,
];

const DECISIONS = [
  CaseAccessService,
  FirstDecisionService,
  DocumentVerdictService,
  LastChangeService,
  ReasonTargetRepository,
  ReasonTargetService,
  FirstDecisionRepository,
  FourEyesService,
  ApprovalService,
  ApproveCaseUseCase,
  RejectCaseUseCase,
  SendBackCaseUseCase,
  SuspendSubmerchantUseCase,
  ReactivateSubmerchantUseCase,
  SetMccUseCase,
  WithdrawDecisionUseCase,
  DecideDocumentUseCase,
  ApproveAsSandboxUseCase,
  RejectAsSandboxUseCase,
];

/** Submission by merchants, cases and decisions by operators, and what a registration needs. */
@Module({
  imports: [AuthModule, RequirementsModule, SubmerchantsModule, DocumentsModule, SafeHttpModule],
  controllers: [
    RequirementsController,
    SubmissionsController,
    CasesController,
    ClaimsController,
    NotesController,
    CaseDecisionsController,
    DocumentVerdictsController,
    DocumentFilesController,
    SandboxReviewsController,
    StatisticsController,
  ],
  providers: [
    ...CLAIMS,
    ...CASES,
    ...FILES,
    ...DECISIONS,
    SubmitForReviewUseCase,
    SubmittedRecordRepository,
    RoundChangesReader,
    ReopenRejectionUseCase,
    QueueMetricsService,
    StatisticsReader,
    StatisticsRepository,
  ],
})
export class ReviewModule {}
