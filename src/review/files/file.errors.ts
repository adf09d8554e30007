import { defineErrors } from '../../common/errors';

export const fileErrors = defineErrors({
  FILE_UNAVAILABLE: {
    kind: 'conflict',
    message:
      'The file could not be fetched from where its merchant hosts it: the message says why. Look again later.',
  },
  FILE_TOO_LARGE: { kind: 'conflict', message: 'The file has more than 10 MiB (10,485,760 bytes).' },
  FILE_TYPE_REFUSED: { kind: 'conflict', message: 'By its content the file is no PDF, PNG or JPEG.' },
});

export type FileErrorCode = keyof typeof fileErrors;
