import { fault, field, type FieldOptions, textFault } from '../../common/validation';
import { MAX_PASSWORD } from './password.rules';

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
