import type { ErrorDetail } from '../../errors';

/** contract §1: what no field of the request has for its name is never ignored. */
export function unknownField(path: string): ErrorDetail {
  return { field: path, code: 'unknown_field', message: 'is not a field of this request' };
}
