export { caseInvariants } from './case.invariants';
export { maskedDocumentNumber, maskedTaxId } from './masked-tax-id';
export { RequirementsModule } from './requirements/requirements.module';
export { ReviewModule } from './review.module';
export { DocumentFilesCliModule } from './files/document-files-cli.module';
export { fileInvariants } from './files/file.invariants';
export { RotateDocumentFiles } from './files/rotate-document-files';
export { reviewFeature } from './review.feature';
