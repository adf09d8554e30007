import { applyDecorators, type Type as ClassType } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** What is wrong with one value. `path` leads from the field to a part of it, e.g. `[2]`. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly path?: string;
}

export interface FieldOptions {
  /** May be absent or null (POST: absent; PATCH: null clears it). */
  readonly optional?: true;
  /** May be absent but not null: a required field in a PATCH body. */
  readonly omittable?: true;
  readonly description?: string;
  readonly example?: unknown;
}

/** What a value is made of that has parts with a class of their own, or that is a list: known before any part is made. */
export interface FieldShape {
  /** The most elements of a list; null for one object. */
  readonly maxItems: number | null;
  /** The class of the object, or of each element; absent for a list of plain values. */
  readonly of?: (body: object) => ClassType;
}

export interface FieldRule {
  /** Brings the value into its stored form before it is checked; leaves a value of the wrong type alone. */
  readonly normalise?: (value: unknown) => unknown;
  /** The faults of a value that is neither undefined nor null. */
  readonly check: (value: unknown) => Fault | readonly Fault[] | null;
  readonly schema: ApiPropertyOptions;
  readonly shape?: FieldShape;
}

/** One decorator per field: its validation with our codes, and its OpenAPI schema, from one place. */
export function field(rule: FieldRule, options: FieldOptions): PropertyDecorator {
  const { normalise } = rule;
  return applyDecorators(
    ...(normalise === undefined ? [] : [Transform(({ value }) => normalise(value))]),
    ValidateBy({
      name: 'field',
      constraints: rule.shape === undefined ? [] : [rule.shape],
      validator: {
        validate: (value: unknown) => faultsOf(value, rule, options).length === 0,
        defaultMessage: (args) => JSON.stringify(faultsOf(args?.value, rule, options)),
      },
    }),
    ApiProperty({
      ...rule.schema,
      required: options.optional !== true && options.omittable !== true,
      ...(options.optional === true ? { nullable: true } : {}),
      ...(options.description === undefined ? {} : { description: options.description }),
      ...(options.example === undefined ? {} : { example: options.example }),
    } as ApiPropertyOptions),
  );
}

function faultsOf(value: unknown, rule: FieldRule, options: FieldOptions): readonly Fault[] {
  if (value === undefined) {
    return options.optional === true || options.omittable === true ? [] : [REQUIRED];
  }
  if (value === null) return options.optional === true ? [] : [REQUIRED];
  const found = rule.check(value);
  return found === null ? [] : Array.isArray(found) ? (found as readonly Fault[]) : [found as Fault];
}

const REQUIRED: Fault = { code: 'required', message: 'is required' };

export function fault(code: string, message: string, path?: string): Fault {
  return path === undefined ? { code, message } : { code, message, path };
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
