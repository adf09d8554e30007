import { defineErrors } from '../common/errors';

export const walletErrors = defineErrors({
  STATEMENT_TOO_LARGE: {
    kind: 'rule',
    message: 'The period has more than 1,000,000 lines. Ask for a shorter one.',
  },
});
