import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { type ErrorDetail, validationFailed } from '../../errors';
import { isPlainObject, shown } from '../../validation';
import { boundedBody } from './bounded-body';
import { crossFieldFaults } from './cross-field-rules';
import { libraryBody } from './library-body';
import { screenBody } from './screen-body';
import { unknownField } from './unknown-field';
import { validBody } from './valid-body';

const PATCH_BODY = Symbol('patch body');

/** Marks the body of a PATCH: null stays null (it clears), and an empty object is refused. */
export function PatchBody(): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(PATCH_BODY, true, target);
  };
}

/** Turns bodies and queries into their DTO classes; names every wrong field at once (422). */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (metatype === undefined || metatype === Object) return value;
    if (type === 'query') return this.query(value, metatype);
    if (type === 'body') return this.body(value === undefined ? {} : value, metatype);
    return value;
  }

  private body(value: unknown, metatype: Type): object {
    if (!isPlainObject(value))
      throw validationFailed([
        { field: '', code: 'invalid_type', message: 'the body must be a JSON object' },
      ]);
    const faults = screenBody(value);
    if (faults.length > 0) throw validationFailed(faults);
    const isPatch = Reflect.getMetadata(PATCH_BODY, metatype) === true;
    if (isPatch && Object.keys(value).length === 0) {
      throw validationFailed([
        { field: '', code: 'empty', message: 'the body must name at least one field to change' },
      ]);
    }
    const instance = instantiate(metatype, value);
    dropAbsent(instance, !isPatch);
    return instance;
  }

  /** contract §1: a repeated parameter is refused, an empty one counts as absent (but `cursor=`). */
  private query(value: unknown, metatype: Type): object {
    const sent = Object.entries(value as Record<string, string | string[]>);
    const faults = screenBody(value as object);
    if (faults.length > 0) throw validationFailed(faults);
    const repeated = sent.filter(([, item]) => Array.isArray(item)).map(([name]) => name);
    const once = Object.fromEntries(
      sent.filter(([name, item]) => !repeated.includes(name) && (item !== '' || name === 'cursor')),
    );
    return instantiate(
      metatype,
      once,
      repeated.map((name) => ({ field: shown(name), code: 'repeated', message: 'may be sent once only' })),
    );
  }
}

/** @param known what is wrong already, with fields that are not in `sent`. */
function instantiate(metatype: Type, sent: object, known: readonly ErrorDetail[] = []): object {
  const valid = validBody(metatype, sent);
  if (valid !== null && known.length === 0) return valid;
  const { plain, unknown } = boundedBody(metatype, sent);
  const { body, faults } = libraryBody(metatype, plain);
  const others = faults.filter(({ field }) => known.every((fault) => fault.field !== field));
  const details = [...known, ...unknown.map(unknownField), ...others];
  if (details.length === 0) return body;
  // The rules see it as they would if it were right.
  dropAbsent(body, true);
  throw validationFailed([...details, ...crossFieldFaults(metatype, body, details)]);
}

/** Optional fields that were sent as null count as absent, but for the fields of a PATCH body itself: there null clears. */
function dropAbsent(instance: object, dropNull: boolean): void {
  for (const [key, value] of Object.entries(instance) as [string, unknown][]) {
    if (value === undefined || (value === null && dropNull)) Reflect.deleteProperty(instance, key);
    for (const part of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (isPlainObject(part)) dropAbsent(part, true);
    }
  }
}
