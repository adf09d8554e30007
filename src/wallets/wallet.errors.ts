import { defineErrors } from '../common/errors';

export const walletErrors = defineErrors({
  WALLET_FROZEN: {
    kind: 'conflict',
    message: 'The wallet is frozen, its frozen_reason says why: nothing leaves it until that ends.',
  },
  TRANSFER_NOT_ALLOWED: {
    kind: 'rule',
    message:
      "Money is transferred from the merchant's own wallet to one of an active submerchant of its own.",
  },
  STATEMENT_TOO_LARGE: {
    kind: 'rule',
    message: 'The period has more than 1,000,000 lines. Ask for a shorter one.',
  },
});
