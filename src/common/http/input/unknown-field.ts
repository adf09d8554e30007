import type { ErrorDetail } from '../../errors';

/** Names of unknown fields are the sender's text: shown, but never at any length nor with odd characters. */
export function shown(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}

/** contract §1: what no field of the request has for its name is never ignored. */
export function unknownField(path: string): ErrorDetail {
  return { field: path, code: 'unknown_field', message: 'is not a field of this request' };
}
