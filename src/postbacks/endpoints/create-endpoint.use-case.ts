import { Injectable } from '@nestjs/common';
import type { MerchantIdentity } from '../../auth';
import { IdGenerator } from '../../common';
import { created, Idempotency, type IdempotencyRequest, type Reply } from '../../common/http';
import { selectEvents } from '../event-selectors.rules';
import type { CreateEndpointBody } from './endpoint.body';
import { EndpointLifecycle } from './endpoint.lifecycle';
import { EndpointRepository } from './endpoint.repository';
import { toCreatedEndpointResponse } from './endpoint.response';
import { EndpointSecretService } from './endpoint-secret.service';
import { EndpointUrlService } from './endpoint-url.service';

/** specification, Webhook endpoints: a new endpoint is active, and its secret is shown this once. */
@Injectable()
export class CreateEndpointUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly urls: EndpointUrlService,
    private readonly repository: EndpointRepository,
    private readonly lifecycle: EndpointLifecycle,
    private readonly secrets: EndpointSecretService,
    private readonly ids: IdGenerator,
  ) {}

  /** Throws UNKNOWN_EVENT, TOO_MANY_ENDPOINTS, and 422 for an address that nothing may be sent to. */
  async execute(
    { merchantId, mode }: MerchantIdentity,
    body: CreateEndpointBody,
    key: IdempotencyRequest,
  ): Promise<Reply> {
    const replay = await this.idempotency.find(key);
    if (replay !== null) return replay;
    // Asks the DNS: before the transaction.
    await this.urls.assertAllowed(body.url, mode);
    return this.idempotency.run(key, async (tx) => {
      const events = selectEvents(body.events);
      const id = this.ids.next();
      const secret = this.secrets.generate();
      const endpoint = await this.lifecycle.create(tx, {
        id,
        merchantId,
        slot: await this.repository.takeSlot(tx, merchantId),
        url: body.url,
        events,
        secretBox: this.secrets.seal(id, secret),
      });
      return created('Webhook endpoint created.', toCreatedEndpointResponse(endpoint, secret)).hiding(
        'secret',
      );
    });
  }
}
