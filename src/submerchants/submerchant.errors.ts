import { defineErrors } from '../common/errors';

export const submerchantErrors = defineErrors({
  SUBMERCHANT_LOCKED: {
    kind: 'conflict',
    message:
      'This part of the registration cannot be changed in its present status. See GET …/requirements for what can be done.',
  },
  ENTITY_TYPE_FIXED: {
    kind: 'conflict',
    message:
      'entity_type cannot change once a legal representative or a document exists. Create another submerchant.',
  },
  INVALID_TAX_ID: {
    kind: 'rule',
    message: 'The check digits of this tax number are wrong: see details.',
  },
  NOT_APPLICABLE_TO_PF: {
    kind: 'rule',
    message:
      'An individual (pf) has no legal representatives: its personal data is in the submerchant record.',
  },
  TOO_MANY_LEGAL_REPRESENTATIVES: {
    kind: 'rule',
    message:
      'This submerchant has the largest number of legal representatives. Delete one that is no longer needed.',
  },
  TOO_MANY_ADDRESSES: {
    kind: 'rule',
    message: 'This submerchant has the largest number of addresses. Delete one that is no longer needed.',
  },
});
