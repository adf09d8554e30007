import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import type { RegenerateSecretBody } from './endpoint.body';
import { EndpointLifecycle } from './endpoint.lifecycle';
import { EndpointRepository } from './endpoint.repository';
import { toRegeneratedSecretResponse } from './endpoint.response';
import { EndpointSecretService } from './endpoint-secret.service';
import { isPreviousFirst, type PostbackEndpoint } from './postback-endpoint.entity';

const DEFAULT_OVERLAP_SECONDS = 86_400;

/** contract §7, secret: the present one goes on signing for the overlap; another one from before ends now. */
@Injectable()
export class RegenerateSecretUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly repository: EndpointRepository,
    private readonly lifecycle: EndpointLifecycle,
    private readonly secrets: EndpointSecretService,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND. */
  async execute(
    merchantId: string,
    id: string,
    key: IdempotencyRequest,
    { overlap_seconds: overlapSeconds = DEFAULT_OVERLAP_SECONDS, sign_with: signWith }: RegenerateSecretBody,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const endpoint = await this.repository.lock(tx, merchantId, id);
      const secret = this.secrets.generate();
      const now = this.clock.now();
      const overlaps = overlapSeconds > 0;
      await this.lifecycle.replaceSecrets(tx, endpoint, {
        previousSecretBox: overlaps ? presentSecretBox(endpoint, now) : null,
        previousSecretExpiresAt: overlaps ? new Date(now.getTime() + overlapSeconds * 1_000) : null,
        secretBox: this.secrets.seal(id, secret),
        // Without an overlap there is nothing else to sign with.
        signWith: overlaps ? (signWith ?? 'new') : 'new',
      });
      return ok('Secret regenerated.', toRegeneratedSecretResponse(endpoint, secret)).hiding('secret');
    });
  }
}

/**
 * What the receiver knows: the secret that makes X-Service-Signature at this moment. A new one whose answer got lost
 * was never taken, and asking for another must not push the one in use out.
 */
function presentSecretBox(endpoint: PostbackEndpoint, now: Date): string | null {
  return isPreviousFirst(endpoint, now) ? endpoint.previousSecretBox : endpoint.secretBox;
}
