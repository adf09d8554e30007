import { isUuid } from '../../common';
import { fault, field, type FieldOptions, normaliseText, textFault } from '../../common/validation';
import { isTarget, MAX_TARGET, UNKNOWN_TARGET } from './reason-target.rules';

/** What a reason is about (contract §5); whether an id is one of the case is asked with its case. */
export function TargetField(options: FieldOptions): PropertyDecorator {
  return field(
    {
      normalise: (value) => {
        const text = normaliseText(value);
        return isUuid(text) ? text.toLowerCase() : text;
      },
      check: (value) =>
        textFault(value, 1, MAX_TARGET) ??
        (isTarget(value as string) ? null : fault(UNKNOWN_TARGET.code, UNKNOWN_TARGET.message)),
      schema: { type: 'string', minLength: 1, maxLength: MAX_TARGET },
    },
    options,
  );
}
