import type { Type } from '@nestjs/common';
import { isPlainObject } from '../../validation';
import { type BodyField, fieldsOf } from './body-fields';

/** Stands for a part of which something is wrong. */
const WRONG = Symbol('wrong');

/**
 * The instance of a body that is right in every field, as class-transformer and class-validator would make and accept it
 * (decision 0029); null when anything is wrong, or only they can tell: what is wrong is theirs to say. A property test holds both
 * to the same answer. Changes nothing of what was sent.
 */
export function validBody(metatype: Type, sent: object): object | null {
  const { all, isOurs } = fieldsOf(metatype);
  if (!isOurs) return null;
  const body = new metatype() as Record<string, unknown>;
  for (const name of Object.keys(sent)) {
    const field = all.get(name);
    if (field === undefined) return null;
    const value = partsOf(field, (sent as Record<string, unknown>)[name], sent);
    if (value === WRONG) return null;
    body[name] = field.normalise === null ? value : field.normalise(value);
  }
  for (const [name, { checks }] of all) {
    for (const check of checks) if (!check(body[name], body)) return null;
  }
  return body;
}

/** Nothing is made of what is too long, or is a list where an object belongs: nobody pays for the parts of what is refused. */
function partsOf({ shape }: BodyField, value: unknown, sent: object): unknown {
  if (shape === null) return copyOf(value);
  const { of, maxItems, isCut } = shape;
  const partOf = (item: unknown): unknown => {
    if (of === undefined) return copyOf(item);
    return isPlainObject(item) ? (validBody(of(sent), item) ?? WRONG) : item;
  };
  if (!Array.isArray(value)) return partOf(value);
  if (maxItems === null || (isCut !== true && value.length > maxItems)) return WRONG;
  const parts = value.slice(0, maxItems + 1).map(partOf);
  return parts.includes(WRONG) ? WRONG : parts;
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)]));
}
