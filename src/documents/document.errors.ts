import { defineErrors } from '../common/errors';

export const documentErrors = defineErrors({
  DOCUMENT_TYPE_NOT_ALLOWED: {
    kind: 'rule',
    message:
      'This document type belongs to the other entity type. See GET …/requirements for the types that apply.',
  },
  LEGAL_REPRESENTATIVE_REQUIRED: {
    kind: 'rule',
    message: 'A document type that starts with partner_ needs legal_representative_id.',
  },
  LEGAL_REPRESENTATIVE_NOT_ALLOWED: {
    kind: 'rule',
    message: 'Only a document type that starts with partner_ takes legal_representative_id.',
  },
  UPLOAD_TYPE_REFUSED: { kind: 'rule', message: 'By its content the file is no PDF, PNG or JPEG.' },
  TOO_MANY_UPLOADS: {
    kind: 'rule',
    message:
      'This submerchant has 50 uploaded files that no document names: send them as documents, or wait a day.',
  },
});
