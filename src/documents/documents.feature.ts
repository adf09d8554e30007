import { defineFeature } from '../common/features';
import { DOCUMENT_EVENTS } from './document.events';
import { documentInvariants } from './document.invariants';
import { DocumentsModule } from './documents.module';
import { DocumentsWorkerModule } from './documents-worker.module';
import { ExpireDocuments } from './expiry/expire-documents';

export const documentsFeature = defineFeature({
  name: 'documents',
  api: [DocumentsModule],
  worker: [DocumentsWorkerModule],
  invariants: documentInvariants,
  tasks: [ExpireDocuments],
  events: [DOCUMENT_EVENTS],
});
