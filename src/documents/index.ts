export { type DocumentRefusal, DocumentLifecycle } from './document.lifecycle';
export {
  DOCUMENT_REJECTION_CODES,
  DOCUMENT_TYPES,
  type DocumentType,
  extensionAgrees,
  extensionOf,
} from './document-types';
export { SubmerchantDocument } from './document.entity';
export { documentInvariants } from './document.invariants';
export { DocumentReader } from './document.reader';
export { DocumentRepository } from './document.repository';
export { DocumentResponse, toDocumentResponse } from './document.response';
export { type DocumentStatus, documentTransitions } from './document.transitions';
export { DocumentsModule } from './documents.module';
export { documentsFeature } from './documents.feature';
export { ExpireDocumentsTask } from './expiry/expire-documents.task';
export { effectiveStatus, EXPIRY_WARNING_DAYS } from './expiry/expiry.rules';
