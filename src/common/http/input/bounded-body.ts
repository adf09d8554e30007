import type { Type } from '@nestjs/common';
import { type FieldShape, isPlainObject, shown } from '../../validation';
import { fieldsOf } from './body-fields';

export interface BoundedBody {
  /** What may be made into an instance. */
  readonly plain: object;
  /** Where what was taken out stood, because no field has that name. */
  readonly unknown: readonly string[];
}

/** Stands where an object or a list was sent in the place of the other: no field with parts takes it. */
const MISPLACED = false;

/**
 * The body as it may be made into instances (contract §1): without unknown fields, too long a list keeps its length
 * alone, by empty places, or one element too many, and an object's place holds one object at most. What was taken out is
 * refused by name, or by its field's own check, so that nobody pays for the parts of what is refused. Copies only what it
 * changes.
 */
export function boundedBody(metatype: Type, body: object): BoundedBody {
  const unknown: string[] = [];
  return { plain: boundedObject(metatype, body, '', unknown), unknown };
}

function boundedObject(metatype: Type, plain: object, path: string, unknown: string[]): object {
  const fields = fieldsOf(metatype).all;
  let copy: Record<string, unknown> | null = null;
  for (const [name, value] of Object.entries(plain) as [string, unknown][]) {
    const field = fields.get(name);
    const place = path === '' ? shown(name) : `${path}.${shown(name)}`;
    if (field === undefined) {
      unknown.push(place);
      Reflect.deleteProperty((copy ??= { ...plain }), name);
    } else if (field.shape !== null) {
      const kept = boundedValue(value, field.shape, plain, place, unknown);
      if (kept !== value) (copy ??= { ...plain })[name] = kept;
    }
  }
  return copy ?? plain;
}

function boundedValue(
  value: unknown,
  { maxItems, isCut, of }: FieldShape,
  body: object,
  path: string,
  unknown: string[],
): unknown {
  const part = (item: unknown, place: string): unknown => {
    if (Array.isArray(item)) return MISPLACED;
    return of !== undefined && isPlainObject(item) ? boundedObject(of(body), item, place, unknown) : item;
  };
  if (maxItems === null) return part(value, path);
  if (!Array.isArray(value)) return isPlainObject(value) ? MISPLACED : value;
  if (isCut !== true && value.length > maxItems) return Array.from({ length: maxItems + 1 }, () => null);
  const items = value.slice(0, maxItems + 1).map((item, index) => part(item, `${path}[${index}]`));
  return items.length < value.length || items.some((item, index) => item !== value[index]) ? items : value;
}
