import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, iso, Randomness } from '../../common';
import { keyedHash } from '../../common/crypto';
import { noSuch } from '../../common/errors';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { AppConfig } from '../../config';
import type { MerchantIdentity } from '../identity';
import type { CreatePortalLinkBody } from './create-portal-link.body';
import { DEFAULT_LINK_SECONDS } from './create-portal-link.body';
import { PORTAL_PATH, TOKEN_BYTES, writeLinkToken } from './portal-token.rules';
import { PortalSessionRepository } from './portal-session.repository';

/** Makes a link that opens the portal once (contract §2). */
@Injectable()
export class CreatePortalLinkUseCase {
  constructor(
    private readonly sessions: PortalSessionRepository,
    private readonly idempotency: Idempotency,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly config: AppConfig,
  ) {}

  /** Throws NOT_FOUND for a submerchant that is not the merchant's. */
  execute(
    { merchantId, publicKey }: MerchantIdentity,
    body: CreatePortalLinkBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const createdAt = this.clock.now();
      const seconds = body.expires_in_seconds ?? DEFAULT_LINK_SECONDS;
      const linkExpiresAt = new Date(createdAt.getTime() + seconds * 1_000);
      const id = this.ids.next();
      const token = this.randomness.bytes(TOKEN_BYTES).toString('base64url');
      const { keyId, mac } = keyedHash(this.config.crypto.pepper, token);
      const isStored = await this.sessions.insert(tx, {
        merchantId,
        id,
        publicKey,
        submerchantId: body.submerchant_id ?? null,
        tokenMac: mac,
        pepperId: keyId,
        createdAt,
        linkExpiresAt,
      });
      if (!isStored) throw noSuch('submerchant');
      // What follows # never leaves the browser: no log of a proxy and no Referer holds it.
      const url = `${this.config.http.publicUrl}${PORTAL_PATH}/open#${writeLinkToken({ sessionId: id, token })}`;
      return created('The link opens the portal once.', { url, expires_at: iso(linkExpiresAt) }).hiding(
        'url',
      );
    });
  }
}
