import { EmailField, fault, field, type FieldOptions, TextField, textFault } from '../../common/validation';
import { MAX_PASSWORD, MIN_PASSWORD } from '../operators/passwords';

/** A password as it was typed: spaces at its ends belong to it. */
export function PasswordField(options: FieldOptions & { readonly min?: number } = {}): PropertyDecorator {
  const min = options.min ?? 1;
  return field(
    {
      check: (value) =>
        textFault(value, min, MAX_PASSWORD) ??
        ((value as string).length > MAX_PASSWORD
          ? fault('too_long', `must have at most ${MAX_PASSWORD} characters`)
          : null),
      schema: { type: 'string', format: 'password', minLength: min, maxLength: MAX_PASSWORD },
    },
    options,
  );
}

export class LogInBody {
  @EmailField()
  email: string;

  @PasswordField()
  password: string;

  @TextField({
    optional: true,
    max: 40,
    description: 'The six digits of the authenticator app, or a recovery code; needed where TOTP is enabled.',
  })
  totp?: string;
}

export class ChangePasswordBody {
  @PasswordField({ description: 'The present one.' })
  password: string;

  @PasswordField({ min: MIN_PASSWORD })
  new_password: string;
}
