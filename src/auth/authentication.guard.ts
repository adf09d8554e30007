import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { commonErrors } from '../common/errors';
import { contextOf } from '../common/http';
import { needsNoCredentials } from './decorators';

/**
 * 401 for whoever is unknown: every route under /v1 but the log-in needs a key pair (specification, Authentication) or
 * an operator's session.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (needsNoCredentials(this.reflector, context)) return true;
    const { refusal, caller } = contextOf(request);
    if (refusal !== null) throw refusal;
    if (caller === null) throw commonErrors.UNAUTHORIZED();
    return true;
  }
}
