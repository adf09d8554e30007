import { defineErrors } from '../common/errors';

export const reviewErrors = defineErrors({
  REQUIREMENTS_NOT_MET: {
    kind: 'rule',
    message:
      'The registration is not complete: see details, and GET …/requirements for the call that settles each.',
  },
  RESUBMISSION_NOT_ALLOWED: {
    kind: 'conflict',
    message: 'This rejection is final: it cannot be opened again by the merchant.',
  },
  DOCUMENTS_NOT_APPROVED: {
    kind: 'conflict',
    message:
      'A required document is rejected, expired, missing, or sent again and without verdict: see details.',
  },
  CASE_CLAIMED: {
    kind: 'conflict',
    message: 'Another operator works on this case: see details for who, and until when.',
  },
  SECOND_OPERATOR_REQUIRED: {
    kind: 'conflict',
    message: 'You have taken this decision. It holds when another operator takes it too.',
  },
  SECOND_DECISION_PENDING: {
    kind: 'conflict',
    message: 'Another decision waits for a second operator: confirm it, or withdraw it first.',
  },
});
