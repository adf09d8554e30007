import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { type ErrorDetail, validationFailed } from '../../errors';
import { isPlainObject, shown } from '../../validation';
import { contextOf } from '../request-context';
import { unknownField } from './unknown-field';

/**
 * Tells a body that could not be read, now that the other guards let the request pass; and refuses query parameters
 * and body fields on routes that take none (contract §1: unknown is never ignored).
 */
@Injectable()
export class StrictInputGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { bodyError } = contextOf(request);
    if (bodyError !== null) throw bodyError;
    const details: ErrorDetail[] = [];
    if (!takes(context, RouteParamtypes.QUERY)) details.push(...unknownFields(sentParameters(request)));
    if (!takes(context, RouteParamtypes.BODY)) details.push(...bodyFaults(request.body));
    if (details.length > 0) throw validationFailed(details);
    return true;
  }
}

/** contract §1: an empty one counts as absent. */
function sentParameters({ query }: Request): string[] {
  return Object.keys(query).filter((name) => query[name] !== '');
}

function takes(context: ExecutionContext, kind: RouteParamtypes): boolean {
  const args: unknown = Reflect.getMetadata(
    ROUTE_ARGS_METADATA,
    context.getClass(),
    context.getHandler().name,
  );
  return isPlainObject(args) && Object.keys(args).some((key) => key.startsWith(`${kind}:`));
}

function bodyFaults(body: unknown): ErrorDetail[] {
  if (body === undefined) return [];
  if (!isPlainObject(body))
    return [{ field: '', code: 'invalid_type', message: 'the body must be {} or absent' }];
  return unknownFields(Object.keys(body));
}

function unknownFields(names: readonly string[]): ErrorDetail[] {
  return names.map((name) => unknownField(shown(name)));
}
