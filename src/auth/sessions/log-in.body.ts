import { EmailField, TextField } from '../../common/validation';
import { PasswordField } from '../operators/password.field';

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
