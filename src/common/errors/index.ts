export { CodedError, defineErrors, errorCatalogue } from './coded-error';
export type { DefinedError, ErrorDetail, ErrorKind, ErrorOptions } from './coded-error';
export { commonErrors, named, noSuch, validationFailed } from './common.errors';
export { insufficientBalance } from './insufficient-balance';
