import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { MerchantMode } from '../../../auth';
import { type BodyCut, SafeHttp, SafeHttpError, type SafeHttpResponse } from '../../../common/safe-http';
import { AppConfig } from '../../../config';
import type { FileFault } from '../file-fault.data';
import { fileErrors, unavailable } from '../file.errors';
import { type FileType, fileTypeOf } from '../../../documents';

/** Contract §8, the file proxy: how much of a file is taken, and for how long is waited for it. */
export const MAX_FILE_BYTES = 10 * 1_024 * 1_024;
export const FETCH_TIMEOUT_MS = 15_000;

/** Compressed answers are not asked for and not taken: what is counted is then what is kept. */
const HEADERS = {
  accept: 'application/pdf, image/png, image/jpeg',
  'accept-encoding': 'identity',
  'user-agent': 'Service-Documents/1.0',
};

const CUTS: Readonly<Record<Exclude<BodyCut, 'too_long'>, readonly [FileFault, string]>> = {
  timeout: ['too_slow', `the server did not send the whole of it within ${FETCH_TIMEOUT_MS / 1_000} seconds`],
  broken: ['broken_off', 'the connection ended before the whole of it had come'],
};

export interface FetchedFile {
  readonly bytes: Buffer;
  readonly contentType: FileType;
  readonly sha256: Buffer;
}

/** Fetches the file of a document from where its merchant hosts it, through the guarded client. */
@Injectable()
export class FileDownloadService {
  constructor(
    private readonly http: SafeHttp,
    private readonly config: AppConfig,
  ) {}

  /** Throws FILE_UNAVAILABLE, FILE_TOO_LARGE, FILE_TYPE_REFUSED with a message that tells why. */
  async fetch(fileUrl: string, mode: MerchantMode): Promise<FetchedFile> {
    const { body: bytes } = assertWhole(await this.request(fileUrl, mode));
    if (bytes.length === 0)
      throw fileErrors.FILE_TYPE_REFUSED({
        message: 'The file is empty.',
        data: { fault: 'empty', http_status: null },
      });
    const contentType = fileTypeOf(bytes);
    if (contentType === null)
      throw fileErrors.FILE_TYPE_REFUSED({ data: { fault: 'unknown_type', http_status: null } });
    return { bytes, contentType, sha256: createHash('sha256').update(bytes).digest() };
  }

  private async request(fileUrl: string, mode: MerchantMode): Promise<SafeHttpResponse> {
    try {
      return await this.http.request({
        method: 'GET',
        // A fragment is for whoever shows the file; it is never sent.
        url: fileUrl.replace(/#.*$/s, ''),
        headers: HEADERS,
        allowPrivate: mode === 'test' && this.config.postbacks.allowPrivateAddresses,
        totalTimeoutMs: FETCH_TIMEOUT_MS,
        maxReadBytes: MAX_FILE_BYTES,
        maxKeptBytes: MAX_FILE_BYTES,
      });
    } catch (error) {
      throw error instanceof SafeHttpError ? unavailable(error.failure, error.message) : error;
    }
  }
}

function assertWhole(answer: SafeHttpResponse): SafeHttpResponse {
  const { status, headers, cut } = answer;
  if (status >= 300 && status < 400) {
    const why = `the server redirects (${status}); the address must be the one of the file itself`;
    throw unavailable('redirected', why, status);
  }
  if (status !== 200) throw unavailable('status', `the server answered with status ${status}`, status);
  if (!/^(?:identity)?$/i.test(headers['content-encoding']?.trim() ?? '')) {
    throw unavailable('encoded', 'the server sent it encoded (Content-Encoding), which was not asked for');
  }
  // Also one that is announced as larger and came too slowly to prove it.
  const announcedBytes = Number(headers['content-length'] ?? 0);
  if (cut === 'too_long' || announcedBytes > MAX_FILE_BYTES)
    throw fileErrors.FILE_TOO_LARGE({ data: { fault: 'too_large', http_status: null } });
  if (cut !== null) throw unavailable(...CUTS[cut]);
  return answer;
}
