import { defineFeature } from '../common/features';
import { DOCUMENT_EVENTS } from './document.events';
import { documentInvariants } from './document.invariants';
import { DocumentsModule } from './documents.module';
import { DocumentsWorkerModule } from './expiry/documents-worker.module';
import { ExpireDocumentsTask } from './expiry/expire-documents.task';

export const documentsFeature = defineFeature({
  name: 'documents',
  api: [DocumentsModule],
  worker: [DocumentsWorkerModule],
  invariants: documentInvariants,
  tasks: [ExpireDocumentsTask],
  events: [DOCUMENT_EVENTS],
});
