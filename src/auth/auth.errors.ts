import { defineErrors } from '../common/errors';

/** What the command line and the back office answer when something cannot be done. */
export const authErrors = defineErrors({
  MERCHANT_NOT_FOUND: { kind: 'not_found', message: 'There is no merchant with this id.' },
  OPERATOR_NOT_FOUND: { kind: 'not_found', message: 'There is no operator with this e-mail.' },
  KEY_NOT_FOUND: { kind: 'not_found', message: 'There is no valid key pair with this public key.' },
  OPERATOR_EXISTS: { kind: 'conflict', message: 'There is an operator with this e-mail already.' },
  LAST_ADMIN: {
    kind: 'conflict',
    message: 'This is the last administrator who can log in: make another one first.',
  },
  TOTP_ENABLED: { kind: 'conflict', message: 'One-time codes are enabled already: disable them first.' },
  TOTP_NOT_ENROLLED: { kind: 'conflict', message: 'No authenticator app is being enrolled: begin first.' },
  WRONG_CODE: { kind: 'rule', message: 'This is not the code that the authenticator app shows now.' },
  WRONG_PASSWORD: { kind: 'rule', message: 'The present password is not right, or was tried too often.' },
  WEAK_PASSWORD: {
    kind: 'rule',
    message:
      'A password needs 12 to 200 characters, must not contain your e-mail address, and must be neither a common one nor one that you had or were given.',
  },
});
