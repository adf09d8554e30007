import { PasswordField } from '../operators/password.field';
import { MIN_PASSWORD } from '../operators/password.rules';

export class ChangePasswordBody {
  @PasswordField({ description: 'The present one.' })
  password: string;

  @PasswordField({ min: MIN_PASSWORD })
  new_password: string;
}
