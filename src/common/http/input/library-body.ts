import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { ErrorDetail } from '../../errors';
import { type Fault, shown } from '../../validation';
import { unknownField } from './unknown-field';

/** The instance of a body as class-transformer makes it, and everything that class-validator finds wrong with it. */
export function libraryBody(metatype: Type, plain: object): { body: object; faults: ErrorDetail[] } {
  const body = plainToInstance(metatype, plain) as object;
  const errors = validateSync(body, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  return { body, faults: errors.flatMap((error) => detailsOf(error, '')) };
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
