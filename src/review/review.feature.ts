import { defineFeature } from '../common/features';
import { caseInvariants } from './case.invariants';
import { DocumentFilesCommandLineModule } from './files/document-files-command-line.module';
import { fileInvariants } from './files/file.invariants';
import { RotateDocumentFilesUseCase } from './files/rotate-document-files.use-case';
import { FIRST_DECISION } from './four-eyes/first-decision.repository';
import { RequirementsModule } from './requirements/requirements.module';
import { ReviewModule } from './review.module';

export const reviewFeature = defineFeature({
  name: 'review',
  api: [ReviewModule],
  worker: [RequirementsModule],
  commandLine: [DocumentFilesCommandLineModule],
  invariants: [...caseInvariants, ...fileInvariants],
  pendingKeys: [FIRST_DECISION],
  rotations: [RotateDocumentFilesUseCase],
});
