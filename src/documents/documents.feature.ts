import { defineFeature } from '../common/features';
import { DOCUMENT_EVENTS } from './document.events';
import { documentInvariants } from './document.invariants';
import { DocumentsModule } from './documents.module';
import { DocumentsWorkerModule } from './expiry/documents-worker.module';
import { ExpireDocumentsTask } from './expiry/expire-documents.task';
import { RotateUploadsUseCase } from './uploads/rotate-uploads.use-case';
import { SweepUploadsTask } from './uploads/sweep-uploads.task';
import { UploadsModule } from './uploads/uploads.module';

export const documentsFeature = defineFeature({
  name: 'documents',
  api: [DocumentsModule],
  worker: [DocumentsWorkerModule, UploadsModule],
  commandLine: [UploadsModule],
  invariants: documentInvariants,
  tasks: [ExpireDocumentsTask, SweepUploadsTask],
  rotations: [RotateUploadsUseCase],
  events: [DOCUMENT_EVENTS],
});
