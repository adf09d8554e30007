import type { Request } from 'express';
import { TenantBudget, withTimeout } from '../../common';
import { commonErrors } from '../../common/errors';

/** contract §8: the largest file that operators are shown, and so the largest that is taken. */
export const MAX_UPLOAD_BYTES = 10 * 1_024 * 1_024;

const TYPES = ['application/pdf', 'image/png', 'image/jpeg'];
/** Bytes in memory at once. A registration's four documents are sent together, each as large as may be. */
const IN_MEMORY = new TenantBudget(8 * MAX_UPLOAD_BYTES, 4 * MAX_UPLOAD_BYTES);
/** Less than a request may last, its waiting included. */
const WAIT_TIMEOUT_MS = 15_000;
/** Whoever sends nothing for so long has gone, or keeps room from others. */
const STALLED_MS = 5_000;

/** Where the body is a file: it is left unread until the guards have let the request pass. */
export function isUploadPath(path: string): boolean {
  return /^\/v1\/submerchants\/[^/]+\/uploads\/?$/i.test(path);
}

/**
 * Does `work` with the file that a request brings, whole in memory. It is not read before there is room for all that it may
 * come to. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, MALFORMED_REQUEST for one that breaks off or stops coming,
 * UNAVAILABLE when there was no room in time.
 */
export async function withFile<T>(
  request: Request,
  merchantId: string,
  work: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!TYPES.includes(type))
    throw commonErrors.UNSUPPORTED_MEDIA_TYPE({
      message: `Content-Type must be one of ${TYPES.join(', ')}.`,
    });
  const announced = request.headers['content-length'];
  const size = announced === undefined ? MAX_UPLOAD_BYTES : Number(announced);
  if (size > MAX_UPLOAD_BYTES) throw tooLarge();
  if (!(await IN_MEMORY.take(merchantId, size, WAIT_TIMEOUT_MS)))
    throw commonErrors.UNAVAILABLE({
      message: 'Too many files are being received. Repeat the request in a moment.',
      retryAfterSeconds: 1,
    });
  try {
    return await work(await readAll(request));
  } finally {
    IN_MEMORY.release(merchantId, size);
  }
}

async function readAll(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // The connection stays for the answer, however the reading ends.
  const incoming = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  try {
    for (let next = await chunkOf(incoming); next !== null; next = await chunkOf(incoming)) {
      length += next.length;
      if (length > MAX_UPLOAD_BYTES) break;
      chunks.push(next);
    }
  } catch {
    request.res?.setHeader('Connection', 'close');
    throw commonErrors.MALFORMED_REQUEST({ message: 'The file did not arrive whole. Send it again.' });
  }
  if (length <= MAX_UPLOAD_BYTES) return Buffer.concat(chunks);
  // Unread, the rest would stand between this request and the next one of its connection.
  request.resume();
  throw tooLarge();
}

async function chunkOf(incoming: AsyncIterableIterator<Buffer>): Promise<Buffer | null> {
  const next: IteratorResult<Buffer, unknown> = await withTimeout(incoming.next(), STALLED_MS);
  return next.done === true ? null : next.value;
}

const tooLarge = () =>
  commonErrors.PAYLOAD_TOO_LARGE({ message: 'A file has at most 10 MiB (10,485,760 bytes).' });
