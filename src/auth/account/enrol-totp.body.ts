import { PasswordField } from '../operators/password.field';

export class EnrolTotpBody {
  @PasswordField({ description: 'The present password.' })
  password: string;
}
