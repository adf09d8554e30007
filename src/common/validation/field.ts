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
  /** One element too many is kept, and no more: a rule besides the field's own refuses the length, with its own code. */
  readonly isCut?: boolean;
  /** The class of the object, or of each element; absent for a list of plain values. */
  readonly of?: (body: object) => ClassType;
}

/** What a field's validation leaves in the metadata of its class, for whoever makes instances without a library (valid-body.ts). */
export interface FieldConstraint {
  readonly shape: FieldShape | null;
  readonly normalise: ((value: unknown) => unknown) | null;
}

export interface FieldRule {
  /** Brings the value into its stored form before it is checked; leaves a value of the wrong type alone. */
  readonly normalise?: (value: unknown) => unknown;
  /** The faults of a value that is neither undefined nor null; the body is that of which other fields may be wrong. */
  readonly check: (value: unknown, body: unknown) => Fault | readonly Fault[] | null;
  readonly schema: ApiPropertyOptions;
  readonly shape?: FieldShape;
}

/** One decorator per field: its validation with our codes, and its OpenAPI schema, from one place. */
export function field(rule: FieldRule, options: FieldOptions): PropertyDecorator {
  const { normalise, shape } = rule;
  return applyDecorators(
    ...(normalise === undefined ? [] : [Transform(({ value }) => normalise(value))]),
    faultsField((value, body) => faultsOf(value, body, rule, options), shape, normalise),
    ApiProperty({
      ...rule.schema,
      required: options.optional !== true && options.omittable !== true,
      ...(options.optional === true ? { nullable: true } : {}),
      ...(options.description === undefined ? {} : { description: options.description }),
      ...(options.example === undefined ? {} : { example: options.example }),
    } as ApiPropertyOptions),
  );
}

/** A field's own check, which may look at the whole body; its faults are reported by their codes. */
export function faultsField(
  faultsIn: (value: unknown, body: unknown) => readonly Fault[],
  shape?: FieldShape,
  normalise?: (value: unknown) => unknown,
): PropertyDecorator {
  const constraint: FieldConstraint = { shape: shape ?? null, normalise: normalise ?? null };
  return ValidateBy({
    name: 'field',
    constraints: [constraint],
    validator: {
      validate: (value: unknown, args) => faultsIn(value, args?.object).length === 0,
      defaultMessage: (args) => JSON.stringify(faultsIn(args?.value, args?.object)),
    },
  });
}

function faultsOf(value: unknown, body: unknown, rule: FieldRule, options: FieldOptions): readonly Fault[] {
  if (value === undefined) {
    return options.optional === true || options.omittable === true ? [] : [REQUIRED];
  }
  if (value === null) return options.optional === true ? [] : [REQUIRED];
  const found = rule.check(value, body);
  return found === null ? [] : Array.isArray(found) ? (found as readonly Fault[]) : [found as Fault];
}

const REQUIRED: Fault = { code: 'required', message: 'is required' };

export function fault(code: string, message: string, path?: string): Fault {
  return path === undefined ? { code, message } : { code, message, path };
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
