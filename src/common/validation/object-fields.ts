import { applyDecorators, type Type as ClassType } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { fault, field, type FieldOptions, isPlainObject } from './field';
import { textFault } from './text-fields';

/** An object with a DTO class of its own. */
export function ObjectField(of: () => ClassType, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    Type(of),
    ValidateNested(),
    field(
      {
        check: (value) => (isPlainObject(value) ? null : fault('invalid_type', 'must be an object')),
        // Swagger takes a function for lazy by its name alone, which must be `type`.
        schema: { type: () => of() },
        shape: { maxItems: null, of },
      },
      options,
    ),
  );
}

/** A list of objects of one DTO class. */
export function ArrayField(
  of: () => ClassType,
  options: FieldOptions & { readonly min: number; readonly max: number },
): PropertyDecorator {
  const { min, max } = options;
  return applyDecorators(
    Type(of),
    ValidateNested({ each: true }),
    field(
      {
        check: (value) => {
          if (!Array.isArray(value)) return fault('invalid_type', 'must be an array');
          if (value.length < min) return fault('too_few', `must have at least ${min} items`);
          if (value.length > max) return fault('too_many', `must have at most ${max} items`);
          return value.flatMap((item: unknown, index) =>
            isPlainObject(item) ? [] : [fault('invalid_type', 'must be an object', `[${index}]`)],
          );
        },
        schema: { type: () => of(), isArray: true, minItems: min, maxItems: max },
        shape: { maxItems: max, of },
      },
      options,
    ),
  );
}

const MAX_METADATA_KEYS = 50;
const MAX_METADATA_KEY = 40;
const MAX_METADATA_VALUE = 500;

/** An integer beyond 2^53 − 1 has been rounded by the parser: what was meant is no longer known. */
function isKeptNumber(value: unknown): boolean {
  if (typeof value !== 'number') return false;
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

/** contract §6: an object of at most 50 keys of at most 40 characters; values are strings of at most 500, numbers or booleans. */
export function MetadataField(options: FieldOptions = {}): PropertyDecorator {
  return field(
    {
      check: (value) => {
        if (!isPlainObject(value)) return fault('invalid_type', 'must be an object');
        const entries = Object.entries(value);
        if (entries.length > MAX_METADATA_KEYS)
          return fault('too_many', `must have at most ${MAX_METADATA_KEYS} keys`);
        if (entries.some(([key]) => textFault(key, 1, MAX_METADATA_KEY) !== null)) {
          return fault('invalid_key', `must have keys of 1 to ${MAX_METADATA_KEY} characters`);
        }
        const wrong = entries.some(([, item]) =>
          typeof item === 'string'
            ? textFault(item, 0, MAX_METADATA_VALUE) !== null
            : typeof item !== 'boolean' && !isKeptNumber(item),
        );
        if (!wrong) return null;
        return fault(
          'invalid_value',
          `must have strings of at most ${MAX_METADATA_VALUE} characters, numbers (integers within ±(2^53 − 1)) or booleans as values`,
        );
      },
      schema: {
        type: 'object',
        additionalProperties: {
          oneOf: [{ type: 'string', maxLength: MAX_METADATA_VALUE }, { type: 'number' }, { type: 'boolean' }],
        },
        maxProperties: MAX_METADATA_KEYS,
      },
    },
    options,
  );
}
