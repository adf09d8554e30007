import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { type ErrorDetail, validationFailed } from '../../errors';
import { type Fault, isPlainObject } from '../../validation';
import { boundedBody } from './bounded-body';
import { screenBody } from './screen-body';
import { shown, unknownField } from './unknown-field';

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
    if (type === 'body') return this.body(value ?? {}, metatype);
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
    const repeated = sent.filter(([, item]) => Array.isArray(item));
    if (repeated.length > 0) {
      throw validationFailed(
        repeated.map(([field]) => ({
          field: shown(field),
          code: 'repeated',
          message: 'may be sent once only',
        })),
      );
    }
    const faults = screenBody(value as object);
    if (faults.length > 0) throw validationFailed(faults);
    return instantiate(
      metatype,
      Object.fromEntries(sent.filter(([name, item]) => item !== '' || name === 'cursor')),
    );
  }
}

function instantiate(metatype: Type, sent: object): object {
  const { plain, unknown } = boundedBody(metatype, sent);
  const instance = plainToInstance(metatype, plain) as object;
  const errors = validateSync(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  const details = [...unknown.map(unknownField), ...errors.flatMap((error) => detailsOf(error, ''))];
  if (details.length > 0) throw validationFailed(details);
  return instance;
}

function detailsOf(error: ValidationError, parent: string): ErrorDetail[] {
  const property = shown(error.property);
  const path = /^\d+$/.test(property)
    ? `${parent}[${property}]`
    : parent === ''
      ? property
      : `${parent}.${property}`;
  const constraints = error.constraints ?? {};
  if (constraints['whitelistValidation'] !== undefined) return [unknownField(path)];
  const own = (constraints['field'] === undefined ? [] : (JSON.parse(constraints['field']) as Fault[])).map(
    (fault) => ({
      field: path + (fault.path ?? ''),
      code: fault.code,
      message: fault.message,
    }),
  );
  // A value that is itself of the wrong kind has no parts worth speaking of.
  if (own.some((detail) => detail.field === path)) return own;
  const wrongItems = new Set(own.map((detail) => detail.field));
  const nested = (error.children ?? []).flatMap((child) => detailsOf(child, path));
  return [...own, ...nested.filter((detail) => !wrongItems.has(detail.field))];
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
