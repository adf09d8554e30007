import {
  MAX_KEY_DAYS,
  MAX_MERCHANT_NAME,
  MAX_REQUESTS_PER_WINDOW,
  MERCHANT_MODES,
  type MerchantMode,
  type Scope,
  SCOPES,
} from '../../../auth';
import { PatchBody } from '../../../common/http';
import { EnumField, fault, field, IntegerField, TextField } from '../../../common/validation';

export class CreateMerchantBody {
  @TextField({ max: MAX_MERCHANT_NAME, example: 'Feira Livre' })
  name: string;

  @EnumField(MERCHANT_MODES, { optional: true, description: 'Default test; it never changes.' })
  mode?: MerchantMode;
}

const limit = {
  optional: true,
  min: 1,
  max: MAX_REQUESTS_PER_WINDOW,
  description: 'Requests in 60 seconds; null goes back to the limit of the service.',
} as const;

/** The categories to change. */
@PatchBody()
export class ChangeLimitsBody {
  @IntegerField(limit)
  transactions?: number | null;

  @IntegerField(limit)
  queries?: number | null;

  @IntegerField(limit)
  default?: number | null;
}

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
    { optional: true, description: 'Default both.' },
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
