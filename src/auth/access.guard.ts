import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { commonErrors } from '../common/errors';
import {
  identityOf,
  IN_PORTAL,
  metadata,
  MOVES_MONEY,
  needsNoCredentials,
  PORTAL_ONLY,
  type PortalReach,
  READ_ONLY,
  type ReadsOnly,
  ROLES,
  SESSION_ONLY,
  TEST_MODE_ONLY,
} from './decorators';
import type { MerchantIdentity, OperatorIdentity, OperatorRole, PortalVisit } from './identity';

/** 403 for the wrong kind of credentials, a missing scope or role; 404 for a live merchant in the sandbox. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (needsNoCredentials(this.reflector, context)) return true;
    const identity = identityOf(request);
    const isReview = /^\/v1\/review(\/|$)/i.test(request.path);
    if (identity === null || (identity.kind === 'operator') !== isReview) {
      throw commonErrors.FORBIDDEN({
        message: isReview
          ? "This path is for operators; a merchant's keys do not open it."
          : "This path is for merchants; an operator's keys and session do not open it.",
      });
    }
    if (identity.kind === 'operator') this.assertRole(context, identity);
    else this.assertMerchant(context, request, identity);
    return true;
  }

  private assertRole(context: ExecutionContext, operator: OperatorIdentity): void {
    if (operator.via === 'key' && metadata(this.reflector, SESSION_ONLY, context) === true) {
      throw commonErrors.FORBIDDEN({ message: "This needs a session: an operator's keys do not open it." });
    }
    const roles = metadata(this.reflector, ROLES, context) as readonly OperatorRole[] | undefined;
    if (roles !== undefined && !roles.includes(operator.role)) {
      throw commonErrors.FORBIDDEN({ message: `This needs the role ${roles.join(' or ')}.` });
    }
  }

  private assertMerchant(context: ExecutionContext, request: Request, merchant: MerchantIdentity): void {
    if (merchant.portal !== null) this.assertInPortal(context, request, merchant.portal);
    else if (metadata(this.reflector, PORTAL_ONLY, context) === true)
      throw commonErrors.FORBIDDEN({
        message: 'This is about a session of the portal: key pairs have none.',
      });
    if (merchant.mode === 'live' && metadata(this.reflector, TEST_MODE_ONLY, context) === true)
      throw commonErrors.NOT_FOUND();
    const readsOnly = metadata(this.reflector, READ_ONLY, context) as ReadsOnly | undefined;
    const reads = request.method === 'GET' || request.method === 'HEAD' || readsOnly?.(request) === true;
    const changes = metadata(this.reflector, MOVES_MONEY, context) === true ? 'money' : 'write';
    const scope = reads ? 'read' : changes;
    if (!merchant.scopes.includes(scope)) {
      throw commonErrors.FORBIDDEN({ message: `This key pair lacks the scope ${scope}.` });
    }
  }

  /** Whatever does not say that it is of the portal is not. Another submerchant's id is as unknown as another merchant's. */
  private assertInPortal(context: ExecutionContext, request: Request, { submerchantId }: PortalVisit): void {
    const reach = metadata(this.reflector, IN_PORTAL, context) as PortalReach | undefined;
    if (reach === undefined)
      throw commonErrors.FORBIDDEN({
        message: 'This needs a key pair: a session of the portal does not open it.',
      });
    if (submerchantId === null || reach === 'everybody') return;
    if (reach === 'merchant')
      throw commonErrors.FORBIDDEN({ message: 'This session of the portal shows one submerchant alone.' });
    if (String(request.params['id']).toLowerCase() !== submerchantId) throw commonErrors.NOT_FOUND();
  }
}
