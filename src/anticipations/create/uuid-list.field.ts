import { isUuid } from '../../common';
import { fault, field, type FieldOptions } from '../../common/validation';

/** UUIDs, at least one, each once. */
export function UuidListField(options: FieldOptions & { readonly max: number }): PropertyDecorator {
  const { max } = options;
  return field(
    {
      normalise: (value) =>
        Array.isArray(value)
          ? value.map((item: unknown) => (typeof item === 'string' ? item.toLowerCase() : item))
          : value,
      check: (value) => {
        if (!Array.isArray(value)) return fault('invalid_type', 'must be an array of UUIDs');
        if (value.length === 0) return fault('too_few', 'must have at least 1 item');
        if (value.length > max) return fault('too_many', `must have at most ${max} items`);
        const seen = new Set<unknown>();
        return value.flatMap((item: unknown, index) => {
          if (!isUuid(item)) return [fault('invalid_uuid', 'must be a UUID', `[${index}]`)];
          if (seen.has(item)) return [fault('duplicate', 'must not be named twice', `[${index}]`)];
          seen.add(item);
          return [];
        });
      },
      schema: { type: 'string', format: 'uuid', isArray: true, minItems: 1, maxItems: max },
      shape: { maxItems: max },
    },
    options,
  );
}
