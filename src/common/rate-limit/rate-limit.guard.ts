import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { Request } from 'express';
import { contextOf, rateLimitExceeded } from '../http';

/** Refuses what the middleware counted above the limit. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  override canActivate(context: ExecutionContext): Promise<boolean> {
    const { rateLimit } = contextOf(context.switchToHttp().getRequest<Request>());
    if (rateLimit?.exceeded !== true) return Promise.resolve(true);
    return Promise.reject(rateLimitExceeded(rateLimit));
  }
}
