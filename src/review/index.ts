export { caseInvariants } from './case.invariants';
export { maskedDocumentNumber, maskedTaxId } from './masked-tax-id';
export { fileInvariants } from './files/file.invariants';
export { reviewFeature } from './review.feature';
