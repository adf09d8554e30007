import { Injectable } from '@nestjs/common';
import { AuditLog, SYSTEM_ACTOR } from '../../common/audit';
import { TxRunner } from '../../database';
import { CredentialCacheService } from '../authentication/credential-cache.service';
import type { MerchantIdentity } from '../identity';
import { PortalSessionRepository } from './portal-session.repository';

/** Ends the portal's session of a request. */
@Injectable()
export class ClosePortalUseCase {
  constructor(
    private readonly sessions: PortalSessionRepository,
    private readonly credentials: CredentialCacheService,
    private readonly transactions: TxRunner,
    private readonly audit: AuditLog,
  ) {}

  async execute({ merchantId, portal, requestId }: MerchantIdentity): Promise<void> {
    if (portal === null) return;
    await this.transactions.run(async (tx) => {
      if (!(await this.sessions.delete(tx, merchantId, portal.sessionId))) return;
      await this.audit.append(tx, {
        action: 'portal.closed',
        actor: { ...SYSTEM_ACTOR, requestId },
        target: { type: 'portal_session', id: portal.sessionId },
        merchantId,
      });
    });
    // This process need not wait for its memory to fade.
    this.credentials.forgetPortal(portal.sessionId);
  }
}
