export { caseInvariants } from './case.invariants';
export { fileInvariants } from './files/file.invariants';
export { reviewFeature } from './review.feature';
