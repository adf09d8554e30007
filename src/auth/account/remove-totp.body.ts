import { TextField } from '../../common/validation';
import { PasswordField } from '../operators/password.field';

export class RemoveTotpBody {
  @PasswordField({ description: 'The present password.' })
  password: string;

  @TextField({
    optional: true,
    max: 40,
    description:
      'The six digits of the authenticator app, or a recovery code; needed unless the app was never confirmed.',
  })
  code?: string;
}
