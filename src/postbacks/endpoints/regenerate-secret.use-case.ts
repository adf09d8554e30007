import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import { Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import { EndpointLifecycle } from './endpoint.lifecycle';
import { EndpointRepository } from './endpoint.repository';
import { toRegeneratedSecretResponse } from './endpoint.response';
import { EndpointSecretService } from './endpoint-secret.service';

const DEFAULT_OVERLAP_SECONDS = 86_400;

/** contract §7, secret: the present one goes on signing for the overlap; one from before that ends now. */
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
    overlapSeconds = DEFAULT_OVERLAP_SECONDS,
  ): Promise<Reply> {
    return this.idempotency.run(key, async (tx) => {
      const endpoint = await this.repository.lock(tx, merchantId, id);
      const secret = this.secrets.generate();
      const overlapEnds = new Date(this.clock.now().getTime() + overlapSeconds * 1_000);
      await this.lifecycle.replaceSecrets(tx, endpoint, {
        previousSecretBox: overlapSeconds > 0 ? endpoint.secretBox : null,
        previousSecretExpiresAt: overlapSeconds > 0 ? overlapEnds : null,
        secretBox: this.secrets.seal(id, secret),
      });
      return ok('Secret regenerated.', toRegeneratedSecretResponse(endpoint, secret)).hiding('secret');
    });
  }
}
