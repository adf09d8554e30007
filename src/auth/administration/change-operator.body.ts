import { PatchBody } from '../../common/http';
import { BooleanField, EnumField, fault, field } from '../../common/validation';
import { OPERATOR_ROLES, type OperatorRole } from '../identity';

/** `true` or nothing: what it asks for cannot be unasked. */
function TrueField(description: string): PropertyDecorator {
  return field(
    {
      check: (value) => (value === true ? null : fault('not_allowed', 'must be true')),
      schema: { type: 'boolean', enum: [true] },
    },
    { omittable: true, description },
  );
}

@PatchBody()
export class ChangeOperatorBody {
  @EnumField(OPERATOR_ROLES, { omittable: true })
  role?: OperatorRole;

  @BooleanField({
    omittable: true,
    description: 'True ends sessions and closes key pairs within a second; false lets the operator in again.',
  })
  disabled?: boolean;

  @TrueField('Forgets failed log-ins: the operator may try again at once.')
  unlock?: true;
}
