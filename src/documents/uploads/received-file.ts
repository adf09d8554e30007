import type { Request } from 'express';
import { commonErrors } from '../../common/errors';

/** contract §8: the largest file that operators are shown, and so the largest that is taken. */
export const MAX_UPLOAD_BYTES = 10 * 1_024 * 1_024;

const TYPES = ['application/pdf', 'image/png', 'image/jpeg'];
/** So many files are held in memory at once, of one caller fewer. */
const AT_ONCE = 8;
const OF_ONE = 3;

const underWay = new Map<string, number>();

/** Where the body is a file: it is left unread until the guards have let the request pass. */
export function isUploadPath(path: string): boolean {
  return /^\/v1\/submerchants\/[^/]+\/uploads\/?$/i.test(path);
}

/**
 * Reads the file that a request brings, whole. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, MALFORMED_REQUEST for one that
 * breaks off, UNAVAILABLE while too many others are being read.
 */
export async function receiveFile(request: Request, caller: string): Promise<Buffer> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!TYPES.includes(type))
    throw commonErrors.UNSUPPORTED_MEDIA_TYPE({
      message: `Content-Type must be one of ${TYPES.join(', ')}.`,
    });
  if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES) throw tooLarge();
  const total = [...underWay.values()].reduce((sum, count) => sum + count, 0);
  const own = underWay.get(caller) ?? 0;
  if (total >= AT_ONCE || own >= OF_ONE) throw commonErrors.UNAVAILABLE({ retryAfterSeconds: 1 });
  underWay.set(caller, own + 1);
  try {
    return await readAll(request);
  } finally {
    const left = (underWay.get(caller) ?? 1) - 1;
    if (left === 0) underWay.delete(caller);
    else underWay.set(caller, left);
  }
}

async function readAll(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MAX_UPLOAD_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    throw commonErrors.MALFORMED_REQUEST();
  }
  if (length > MAX_UPLOAD_BYTES) throw tooLarge();
  return Buffer.concat(chunks);
}

const tooLarge = () =>
  commonErrors.PAYLOAD_TOO_LARGE({ message: 'A file has at most 10 MiB (10,485,760 bytes).' });
