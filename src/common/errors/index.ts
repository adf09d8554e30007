export { CodedError, defineErrors, errorCatalogue } from './coded-error';
export type { ErrorDefinition, ErrorDetail, ErrorFactory, ErrorKind, ErrorOptions } from './coded-error';
export { commonErrors, validationFailed } from './common.errors';
