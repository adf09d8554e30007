import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config';
import { SessionCookie, type SessionToken } from './session-cookie.service';

/** As SessionToken, of a session of the portal. */
export interface PortalToken extends SessionToken {
  readonly opens: 'portal';
}

/** The cookie of the portal's sessions (decision 0048): beside that of operators, whose pages have the same address. */
@Injectable()
export class PortalCookieService extends SessionCookie {
  constructor(config: AppConfig) {
    super(config, 'repasse_portal');
  }

  override read(header: string | undefined): PortalToken | null {
    const session = super.read(header);
    return session === null ? null : { ...session, opens: 'portal' };
  }
}
