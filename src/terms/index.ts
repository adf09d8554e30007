export { AddTermsBody } from './add-terms.body';
export { AddTermsUseCase } from './add-terms.use-case';
export { termsFeature } from './terms.feature';
export { TermsReader } from './terms.reader';
export { toAddedTermsResponse, toTermsBody } from './terms.response';
