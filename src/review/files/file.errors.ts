import { type CodedError, defineErrors } from '../../common/errors';
import { type FileFault, FileFaultData } from './file-fault.data';

export const fileErrors = defineErrors({
  FILE_UNAVAILABLE: {
    kind: 'conflict',
    message:
      'The file could not be fetched from where its merchant hosts it: the message says why. Look again later.',
    data: FileFaultData,
  },
  FILE_TOO_LARGE: {
    kind: 'conflict',
    message: 'The file has more than 10 MiB (10,485,760 bytes).',
    data: FileFaultData,
  },
  FILE_TYPE_REFUSED: {
    kind: 'conflict',
    message: 'By its content the file is no PDF, PNG or JPEG.',
    data: FileFaultData,
  },
});

export type FileErrorCode = keyof typeof fileErrors;

/** It could not be fetched, and why in words. */
export function unavailable(fault: FileFault, why: string, status: number | null = null): CodedError {
  return fileErrors.FILE_UNAVAILABLE({
    message: `The file could not be fetched: ${why}.`,
    data: { fault, http_status: status },
  });
}
