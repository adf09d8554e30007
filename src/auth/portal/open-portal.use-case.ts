import { Injectable } from '@nestjs/common';
import { Clock, MINUTE_MS, Randomness } from '../../common';
import { AuditLog, SYSTEM_ACTOR } from '../../common/audit';
import { type KeyedHash, keyedHash, matchesKeyedHash } from '../../common/crypto';
import { commonErrors } from '../../common/errors';
import { AppConfig } from '../../config';
import { type Tx, TxRunner } from '../../database';
import { IDLE_MINUTES } from '../authentication/credential.repository';
import { CredentialCacheService } from '../authentication/credential-cache.service';
import type { SessionToken } from '../authentication/session-cookie.service';
import type { PortalVisit } from '../identity';
import { type PortalDetails, PortalSessionRepository } from './portal-session.repository';
import { readLinkToken, TOKEN_BYTES } from './portal-token.rules';

const REFUSED =
  'This link opens nothing: it was used, it has expired, or it is not whole. Ask for a new one.';

/** A session lasts so many hours at most. The table's constraints say the same. */
const ABSOLUTE_HOURS = 12;

export interface OpenPortalInput {
  /** As it stands in the link. */
  readonly link: string;
  readonly address: string;
  readonly requestId: string;
  /** The session that this browser had until now. */
  readonly replaces: { readonly merchantId: string; readonly visit: PortalVisit } | null;
}

/** A session that has begun, and its token. */
export interface OpenedPortal {
  readonly token: SessionToken;
  readonly details: PortalDetails;
}

/** Opens a link into the portal: once, however many try at once, and with one refusal for every reason. */
@Injectable()
export class OpenPortalUseCase {
  /** What an unknown link is compared with, so that it takes the same time as a known one. */
  private readonly nobody: KeyedHash;

  constructor(
    private readonly sessions: PortalSessionRepository,
    private readonly credentials: CredentialCacheService,
    private readonly transactions: TxRunner,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly config: AppConfig,
    private readonly audit: AuditLog,
  ) {
    this.nobody = {
      keyId: config.crypto.pepper.newest.id,
      mac: keyedHash(config.crypto.pepper, '').mac.reverse(),
    };
  }

  /** Throws UNAUTHORIZED. */
  async execute({ link, address, requestId, replaces }: OpenPortalInput): Promise<OpenedPortal> {
    const presented = readLinkToken(link);
    const opened =
      presented === null
        ? null
        : await this.transactions.run(async (tx) => {
            const begun = await this.open(tx, presented, { address, requestId });
            if (begun !== null && replaces !== null)
              await this.sessions.delete(tx, replaces.merchantId, replaces.visit.sessionId);
            return begun;
          });
    if (opened === null) throw commonErrors.UNAUTHORIZED({ message: REFUSED });
    if (replaces !== null) this.credentials.forgetPortal(replaces.visit.sessionId);
    this.credentials.forgetPortal(opened.token.sessionId);
    return opened;
  }

  private async open(
    tx: Tx,
    { sessionId, token }: SessionToken,
    { address, requestId }: Pick<OpenPortalInput, 'address' | 'requestId'>,
  ): Promise<OpenedPortal | null> {
    const { pepper } = this.config.crypto;
    const now = this.clock.now();
    const link = await this.sessions.lockOpenable(tx, sessionId, now);
    const matches = matchesKeyedHash(pepper, token, link?.secret ?? this.nobody);
    if (link === null || !matches) return null;
    const { merchantId, submerchantId } = link;
    const ofCookie = this.randomness.bytes(TOKEN_BYTES).toString('base64url');
    await this.sessions.open(tx, { merchantId, id: sessionId }, keyedHash(pepper, ofCookie), {
      openedAt: now,
      idleExpiresAt: new Date(now.getTime() + IDLE_MINUTES * MINUTE_MS),
      expiresAt: new Date(now.getTime() + ABSOLUTE_HOURS * 60 * MINUTE_MS),
    });
    await this.audit.append(tx, {
      action: 'portal.opened',
      actor: { ...SYSTEM_ACTOR, requestId },
      target: { type: 'portal_session', id: sessionId },
      merchantId,
      details: { address, ...(submerchantId === null ? {} : { submerchant_id: submerchantId }) },
    });
    const details = await this.sessions.find(merchantId, sessionId, tx);
    if (details === null) throw new Error('a session that was just opened is there');
    return { token: { sessionId, token: ofCookie }, details };
  }
}
