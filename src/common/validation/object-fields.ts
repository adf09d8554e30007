import { applyDecorators, type Type as ClassType } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { fault, field, type FieldOptions, isPlainObject } from './field';

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
  options: FieldOptions & {
    readonly min: number;
    readonly max: number;
    /** Too long a list has a code of its own, from a rule that is asked later: one element too many is left of it. */
    readonly isCut?: true;
  },
): PropertyDecorator {
  const { min, max, isCut = false } = options;
  return applyDecorators(
    Type(of),
    ValidateNested({ each: true }),
    field(
      {
        check: (value) => {
          if (!Array.isArray(value)) return fault('invalid_type', 'must be an array');
          if (value.length < min) return fault('too_few', `must have at least ${min} items`);
          if (!isCut && value.length > max) return fault('too_many', `must have at most ${max} items`);
          return value.flatMap((item: unknown, index) =>
            isPlainObject(item) ? [] : [fault('invalid_type', 'must be an object', `[${index}]`)],
          );
        },
        schema: { type: () => of(), isArray: true, minItems: min, maxItems: max },
        shape: { maxItems: max, isCut, of },
      },
      options,
    ),
  );
}
