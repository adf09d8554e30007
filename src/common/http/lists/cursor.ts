import { randomBytes } from 'node:crypto';
import { constantTimeEqual, hmac, type KeyRing } from '../../crypto';
import { commonErrors } from '../../errors';

const MAC_BYTES = 16;

/** Where a walk goes on: after this record. */
export interface Cursor {
  readonly at: string;
  readonly id: string;
}

/** Of a process that was not told its keys: its cursors are its own. */
let keys: readonly Buffer[] = [randomBytes(32)];

/** Cursors are signed with the newest of these keys, and every process that has it takes them. */
export function signCursorsWith(ring: KeyRing): void {
  keys = ring.all().map(({ bytes }) => hmac(bytes, 'cursor'));
}

/** The text of a cursor of this walk: what its records are, whose, and in which order. */
export function writeCursor(walk: string, { at, id }: Cursor): string {
  const text = `${at} ${id}`;
  return Buffer.concat([macOf(keys[0] ?? Buffer.alloc(0), walk, text), Buffer.from(text, 'utf8')]).toString(
    'base64url',
  );
}

/** What a cursor of this walk says. Throws 422 for one that was not given out (contract §4). */
export function readCursor(walk: string, written: string): Cursor {
  const bytes = Buffer.from(written, 'base64url');
  const text = bytes.subarray(MAC_BYTES).toString('utf8');
  const mac = bytes.subarray(0, MAC_BYTES);
  // What Node reads past what is no base64url is another text for the same bytes.
  const isAsWritten = bytes.toString('base64url') === written;
  if (!isAsWritten || !keys.some((key) => constantTimeEqual(macOf(key, walk, text), mac))) {
    throw commonErrors.VALIDATION_FAILED({
      details: [
        {
          field: 'cursor',
          code: 'invalid_cursor',
          message: 'must be empty or the next_cursor of an earlier answer',
        },
      ],
    });
  }
  const [at = '', id = ''] = text.split(' ');
  return { at, id };
}

function macOf(key: Buffer, walk: string, text: string): Buffer {
  return hmac(key, `${walk} ${text}`).subarray(0, MAC_BYTES);
}
