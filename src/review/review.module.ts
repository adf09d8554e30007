import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents';
import { SubmerchantsModule } from '../submerchants';
import { CaseFile } from './cases/case-file';
import { CaseHistory } from './cases/case-history';
import { CaseViewsController } from './cases/case-views.controller';
import { Queue } from './cases/queue';
import { ClaimsController } from './claims/claims.controller';
import { ClaimsModule } from './claims/claims.module';
import { CaseDecisions } from './decisions/case-decisions';
import { CasesController } from './decisions/cases.controller';
import { DocumentDecisions } from './decisions/document-decisions';
import { DocumentVerdictsController } from './decisions/document-verdicts.controller';
import { DocumentFilesModule } from './files/document-files.module';
import { OperatorDecisions } from './decisions/operator-decisions';
import { CaseDesk } from './desk/case-desk';
import { CaseResponses } from './desk/case-responses';
import { CaseSteps } from './desk/case-steps';
import { CaseTrail } from './desk/case-trail';
import { Meanwhile } from './desk/meanwhile';
import { NotesController } from './desk/notes.controller';
import { Reveal } from './desk/reveal';
import { FindingFactsReader } from './findings/finding-facts.reader';
import { FourEyes } from './four-eyes/four-eyes';
import { RequirementsController } from './requirements/requirements.controller';
import { RequirementsModule } from './requirements/requirements.module';
import { RequirementsService } from './requirements/requirements.service';
import { SandboxReviewController } from './sandbox/sandbox-review.controller';
import { StatisticsModule } from './stats/statistics.module';
import { DryRunner } from './submission/dry-run';
import { Submission } from './submission/submission';
import { SubmissionController } from './submission/submission.controller';

/** Submission by merchants, cases and decisions by operators, and what a registration needs. */
@Module({
  imports: [
    RequirementsModule,
    ClaimsModule,
    SubmerchantsModule,
    DocumentsModule,
    DocumentFilesModule,
    StatisticsModule,
  ],
  controllers: [
    RequirementsController,
    SubmissionController,
    CaseViewsController,
    ClaimsController,
    NotesController,
    CasesController,
    DocumentVerdictsController,
    SandboxReviewController,
  ],
  providers: [
    RequirementsService,
    Submission,
    DryRunner,
    CaseDecisions,
    DocumentDecisions,
    FindingFactsReader,
    Queue,
    CaseFile,
    CaseHistory,
    CaseSteps,
    CaseTrail,
    CaseDesk,
    CaseResponses,
    Meanwhile,
    FourEyes,
    OperatorDecisions,
    Reveal,
  ],
})
export class ReviewModule {}
