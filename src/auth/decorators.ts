import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import type { Request } from 'express';
import { commonErrors } from '../common/errors';
import { contextOf } from '../common/http';
import type { Identity, MerchantIdentity, OperatorIdentity, OperatorRole } from './identity';

export const READ_ONLY = 'repasse:read-only';
export const MOVES_MONEY = 'repasse:moves-money';
export const ROLES = 'repasse:roles';
export const SESSION_ONLY = 'repasse:session-only';
const PUBLIC = 'repasse:public';
export const IN_PORTAL = 'repasse:in-portal';
export const PORTAL_ONLY = 'repasse:portal-only';
export const TEST_MODE_ONLY = 'repasse:test-mode-only';

/** Says of a request whether it changes nothing, e.g. because it asks for a dry run. */
export type ReadsOnly = (request: Request) => boolean;

/** A POST that changes nothing, always or when `when` says so of a request: the scope `read` is enough. */
export const ReadOnly = (when: ReadsOnly = () => true) => SetMetadata(READ_ONLY, when);

/** What moves or redirects money: it needs the scope `money` (money contract §15). */
export const MovesMoney = () => SetMetadata(MOVES_MONEY, true);

/** The operators' roles that may use a route; without it every role may. */
export const Roles = (...roles: OperatorRole[]) => SetMetadata(ROLES, roles);

/** A route for people, whatever their role: an operator's key pair does not open it. */
export const SessionOnly = (): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(SESSION_ONLY, true), ApiSecurity('session'));

/** Which sessions of the portal open a route: those that show all of a merchant, or also those of the one submerchant `:id`. */
export type PortalReach = 'merchant' | 'submerchant' | 'everybody';

/** A route that the portal's pages use; what does not say so needs a key pair (decision 0048). */
export const InPortal = (reach: PortalReach = 'merchant') => SetMetadata(IN_PORTAL, reach);

/** A route about the portal's session itself: a key pair does not open it. */
export const PortalOnly = () => SetMetadata(PORTAL_ONLY, true);

/** The log-ins: the routes under /v1 that need no credentials. */
export const Public = () => SetMetadata(PUBLIC, true);

/** A sandbox route: it does not exist for live merchants (404). */
export const TestModeOnly = () => SetMetadata(TEST_MODE_ONLY, true);

/** Who sends the request, as the authentication found; null before or without it. */
export function identityOf(request: Request): Identity | null {
  return contextOf(request).caller as Identity | null;
}

/** The merchant that sends the request; the guards have made sure that it is one. */
export const Merchant = createParamDecorator((_: unknown, context: ExecutionContext): MerchantIdentity => {
  const identity = identityOf(context.switchToHttp().getRequest<Request>());
  if (identity?.kind !== 'merchant') throw commonErrors.FORBIDDEN();
  return identity;
});

/** The operator that sends the request. */
export const Operator = createParamDecorator((_: unknown, context: ExecutionContext): OperatorIdentity => {
  const identity = identityOf(context.switchToHttp().getRequest<Request>());
  if (identity?.kind !== 'operator') throw commonErrors.FORBIDDEN();
  return identity;
});

/** What a decorator says of the route, or of its controller. */
export function metadata(reflector: Reflector, key: string, context: ExecutionContext): unknown {
  return reflector.getAllAndOverride<unknown>(key, [context.getHandler(), context.getClass()]);
}

/** True outside of /v1, and for the log-in. */
export function needsNoCredentials(reflector: Reflector, context: ExecutionContext): boolean {
  const { path } = context.switchToHttp().getRequest<Request>();
  return !/^\/v1(\/|$)/i.test(path) || metadata(reflector, PUBLIC, context) === true;
}
