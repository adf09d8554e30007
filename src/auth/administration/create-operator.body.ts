import { EmailField, EnumField } from '../../common/validation';
import { OPERATOR_ROLES, type OperatorRole } from '../identity';
import { PasswordField } from '../operators/password.field';
import { MIN_PASSWORD } from '../operators/password.rules';

export class CreateOperatorBody {
  @EmailField()
  email: string;

  @EnumField(OPERATOR_ROLES)
  role: OperatorRole;

  @PasswordField({
    optional: true,
    min: MIN_PASSWORD,
    description: 'Without one, one is made and shown this once.',
  })
  password?: string;
}
