import { defineFeature } from '../common/features';
import { caseInvariants } from './case.invariants';
import { DocumentFilesCliModule } from './files/document-files-cli.module';
import { fileInvariants } from './files/file.invariants';
import { RotateDocumentFiles } from './files/rotate-document-files';
import { RequirementsModule } from './requirements/requirements.module';
import { ReviewModule } from './review.module';

export const reviewFeature = defineFeature({
  name: 'review',
  api: [ReviewModule],
  worker: [RequirementsModule],
  commandLine: [DocumentFilesCliModule],
  invariants: [...caseInvariants, ...fileInvariants],
  rotations: [RotateDocumentFiles],
});
