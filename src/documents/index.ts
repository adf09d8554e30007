// The one writer is at the door because the verdicts are given by another feature: review.
export { type ApprovedDocuments, DocumentLifecycle, type DocumentRefusal } from './document.lifecycle';
export { DOCUMENT_TYPES, type DocumentType, extensionAgrees, extensionOf } from './document-types';
export { documentInvariants } from './document.invariants';
export { DocumentReader, type SubmerchantDocument } from './document.reader';
export { DocumentResponse, toDocumentResponse } from './document.response';
export { type DocumentStatus, documentTransitions } from './document.transitions';
export { DocumentsModule } from './documents.module';
export { documentsFeature } from './documents.feature';
export { ExpireDocumentsTask } from './expiry/expire-documents.task';
export { effectiveStatus, EXPIRY_WARNING_DAYS } from './expiry/expiry.rules';
export { type FileType, fileTypeOf } from './uploads/file-type.rules';
export { isUploadPath } from './uploads/received-file';
export { UploadReader } from './uploads/upload.reader';
