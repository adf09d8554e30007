import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors';
import type { MerchantIdentity } from '../identity';
import { type PortalDetails, PortalSessionRepository } from './portal-session.repository';

/** Reads the portal's session of a request. */
@Injectable()
export class PortalSessionReader {
  constructor(private readonly sessions: PortalSessionRepository) {}

  /** Throws FORBIDDEN for a key pair, UNAUTHORIZED when the session has just ended. */
  async get({ merchantId, portal }: MerchantIdentity): Promise<PortalDetails> {
    const details = portal === null ? null : await this.sessions.find(merchantId, portal.sessionId);
    if (details === null) throw commonErrors.UNAUTHORIZED();
    return details;
  }
}
