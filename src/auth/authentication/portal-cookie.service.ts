import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config';
import { SessionCookie, type SessionToken } from './session-cookie.service';

/** As SessionToken, of a session of the portal. */
export interface PortalToken extends SessionToken {
  readonly opens: 'portal';
}

/**
 * The cookie of the portal's sessions (decision 0048): beside that of operators, whose pages have the same address. Where the
 * portal may be in frames it has another name, so that one of before is not taken for it.
 */
@Injectable()
export class PortalCookieService extends SessionCookie {
  constructor(config: AppConfig) {
    const inFrames = config.http.portalFrameOrigins.length > 0;
    super(config, inFrames ? 'repasse_framed_portal' : 'repasse_portal', { inFrames });
  }

  override read(header: string | undefined): PortalToken | null {
    const session = super.read(header);
    return session === null ? null : { ...session, opens: 'portal' };
  }
}
