export { CodedError, defineErrors, errorCatalogue } from './coded-error';
export type { DefinedError, ErrorDetail, ErrorKind, ErrorOptions } from './coded-error';
export { type Hindrance, HINDRANCES } from './second-operator.data';
export { commonErrors, validationFailed } from './common.errors';
