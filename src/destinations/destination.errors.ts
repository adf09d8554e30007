import { defineErrors } from '../common/errors';

export const destinationErrors = defineErrors({
  INVALID_PIX_KEY: {
    kind: 'rule',
    message:
      'This is no Pix key of the type named in pix_key_type: digits without mask, a phone as +55 and a mobile number.',
  },
  HOLDER_MISMATCH: {
    kind: 'rule',
    message:
      "The account does not belong to the wallet's owner: it takes the same CPF, or a CNPJ of the same company.",
  },
  OWNER_TAX_ID_MISSING: {
    kind: 'conflict',
    message:
      'It is not known who owns this wallet: an operator says it with `merchants tax-id`, then it can have destinations.',
  },
  TOO_MANY_DESTINATIONS: {
    kind: 'rule',
    message: 'A wallet has at most 10 destinations that can be used. Delete one first.',
  },
});
