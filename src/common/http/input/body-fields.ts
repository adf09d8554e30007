import type { Type } from '@nestjs/common';
import { getMetadataStorage, ValidationTypes, type ValidatorConstraintInterface } from 'class-validator';
import type { FieldConstraint, FieldShape } from '../../validation';

/** Says whether a value of the body passes. */
type Check = (value: unknown, body: object) => boolean;

/** A field of a class of bodies: what is known of it without looking at a body. */
export interface BodyField {
  /** Of a list, or of what has a class of its own; null for plain values. */
  readonly shape: FieldShape | null;
  readonly normalise: ((value: unknown) => unknown) | null;
  readonly checks: readonly Check[];
}

export interface BodyFields {
  /** By name, inherited ones too. */
  readonly all: ReadonlyMap<string, BodyField>;
  /** False for a class with a decorator that none of our fields has: only the libraries know what it means. */
  readonly isOurs: boolean;
}

const known = new WeakMap<Type, BodyFields>();

/** Read once from what the decorators of the class have left. */
export function fieldsOf(metatype: Type): BodyFields {
  const found = known.get(metatype);
  if (found !== undefined) return found;
  const read = readFields(metatype);
  known.set(metatype, read);
  return read;
}

function readFields(metatype: Type): BodyFields {
  const storage = getMetadataStorage();
  const all = new Map<string, BodyField>();
  const nested = new Set<string>();
  let isOurs = true;
  for (const rule of storage.getTargetValidationMetadatas(metatype, '', false, false)) {
    const { propertyName: name } = rule;
    const field = all.get(name) ?? { shape: null, normalise: null, checks: [] };
    all.set(name, field);
    if (rule.type === ValidationTypes.NESTED_VALIDATION) {
      nested.add(name);
    } else if (rule.name === 'field' && !rule.each && field.checks.length === 0) {
      const { shape, normalise } = rule.constraints[0] as FieldConstraint;
      const [own] = storage.getTargetValidatorConstraints(rule.constraintCls);
      if (own === undefined) throw new Error(`the field ${name} has no check`);
      all.set(name, { shape, normalise, checks: [checkOf(own.instance, name)] });
    } else {
      isOurs = false;
    }
  }
  // A class of its own and the validation of its parts come together, or somebody else's decorators are at work.
  for (const [name, { shape }] of all) isOurs &&= nested.has(name) === (shape?.of !== undefined);
  return { all, isOurs: isOurs && all.size > 0 };
}

function checkOf(constraint: ValidatorConstraintInterface, property: string): Check {
  return (value, object) =>
    constraint.validate(value, { value, object, property, constraints: [], targetName: '' }) === true;
}
