import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AppConfig } from '../../config';
import { commonErrors } from '../errors';

/** contract §1, Browsers: another site's page cannot make a browser change anything here. */
@Injectable()
export class ForeignOriginGuard implements CanActivate {
  private readonly ownOrigin: string;

  constructor(config: AppConfig) {
    this.ownOrigin = new URL(config.http.publicUrl).origin;
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'GET' || request.method === 'HEAD') return true;
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const foreign = origin !== undefined && origin !== this.ownOrigin;
    if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
      throw commonErrors.FORBIDDEN({ message: 'Requests from the pages of other sites are refused.' });
    }
    return true;
  }
}
