import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isUtf8 } from 'node:buffer';
import { type CodedError, commonErrors } from '../../common/errors';
import { contextOf } from '../../common/http';
import { isLogin, isReviewPath } from '../../common/rate-limit';
import type { Authenticated, Identity } from '../identity';
import type { AuthenticateUseCase, BasicCredentials } from './authenticate.use-case';
import type { PortalCookieService } from './portal-cookie.service';
import type { SessionCookieService } from './session-cookie.service';

const NO_SESSION = 'There is no session, or it has ended: log in. Scripts send an operator key pair instead.';

const PORTAL_CLOSED = 'This session of the portal has ended: open it with a new link.';

const MAX_HEADER_LENGTH = 1_024;
const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/** Finds out who sends a request under /v1. Answers nothing itself: the guard does, after the request was counted. */
export function authenticate(
  authentication: AuthenticateUseCase,
  operators: SessionCookieService,
  portal: PortalCookieService,
): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) => {
    if (!/^\/v1(\/|$)/i.test(request.path)) {
      next();
      return;
    }
    const context = contextOf(request);
    const needsNone = isLogin(request.method, request.path);
    identify(request, needsNone)
      .then((identity) => {
        const caller: Identity | null = identity && { ...identity, requestId: context.requestId };
        context.caller = caller;
        if (identity === null && !needsNone)
          context.refusal = refusalOf(request, portal.read(request.headers.cookie) !== null);
      })
      .catch((cause: unknown) => {
        if (!needsNone) context.refusal = commonErrors.UNAVAILABLE({ retryAfterSeconds: 1, cause });
      })
      .finally(next);
  };

  /** `Authorization` counts where it is sent; a log-in looks at the session that it is going to replace alone. */
  async function identify(request: Request, isLogIn: boolean): Promise<Authenticated | null> {
    const { authorization } = request.headers;
    if (authorization !== undefined && !isLogIn) {
      const credentials = parseBasicCredentials(authorization);
      return credentials === null ? null : authentication.execute(credentials);
    }
    const { cookie } = request.headers;
    // Who is logged in to both has the portal's session where merchants' paths are, and the other one nowhere else.
    const session = (isReviewPath(request.path) ? null : portal.read(cookie)) ?? operators.read(cookie);
    return session === null ? null : authentication.execute(session);
  }
}

/** The pages' requests carry no Authorization: their answer says to log in. */
function refusalOf(request: Request, hasPortalCookie: boolean): CodedError {
  if (request.headers.authorization !== undefined) return commonErrors.UNAUTHORIZED();
  if (isReviewPath(request.path)) return commonErrors.UNAUTHORIZED({ message: NO_SESSION });
  return commonErrors.UNAUTHORIZED(hasPortalCookie ? { message: PORTAL_CLOSED } : {});
}

/** Reads `Authorization: Basic base64(public:secret)`; null for anything else. */
function parseBasicCredentials(header: string | undefined): BasicCredentials | null {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return null;
  const encoded = BASIC.exec(header)?.[1];
  if (encoded === undefined) return null;
  const bytes = Buffer.from(encoded, 'base64');
  if (!isUtf8(bytes)) return null;
  const text = bytes.toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return null;
  return { publicKey: text.slice(0, colon), secretKey: text.slice(colon + 1) };
}
