import { fault, field, IntegerField } from '../../common/validation';
import { MAX_KEY_DAYS } from '../authentication/key-pair';
import { type Scope, SCOPES } from '../identity';

/** A set of scopes; naming one twice names it once. */
function ScopesField(): PropertyDecorator {
  const known: readonly unknown[] = SCOPES;
  return field(
    {
      normalise: (value) => (Array.isArray(value) ? [...new Set<unknown>(value)] : value),
      check: (value) => {
        if (!Array.isArray(value)) return fault('invalid_type', 'must be an array of strings');
        if (value.length === 0) return fault('too_few', 'must have at least 1 items');
        return value.every((scope) => known.includes(scope))
          ? null
          : fault('not_allowed', `must have none but: ${SCOPES.join(', ')}`);
      },
      schema: { type: 'array', items: { type: 'string', enum: [...SCOPES] }, minItems: 1 },
    },
    { optional: true, description: 'Default all of a test merchant; read and write of a live one.' },
  );
}

export class IssueKeyBody {
  @ScopesField()
  scopes?: Scope[];

  @IntegerField({
    optional: true,
    min: 1,
    max: MAX_KEY_DAYS,
    description: 'Days until it expires; default never.',
  })
  expires_in_days?: number;
}
