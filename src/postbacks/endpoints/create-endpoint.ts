import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, searchText } from '../../common';
import type { Tx } from '../../database';
import type { CreateEndpointBody } from './dto/endpoint.bodies';
import { EndpointRepository } from './endpoint.repository';
import { EndpointSecrets } from './endpoint-secrets';
import { selectEvents } from './event-selection';
import { PostbackEndpoint } from './postback-endpoint.entity';

/** specification, Webhook endpoints: a new endpoint is active, and its secret is shown this once. */
@Injectable()
export class CreateEndpoint {
  constructor(
    private readonly repository: EndpointRepository,
    private readonly secrets: EndpointSecrets,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Throws UNKNOWN_EVENT and TOO_MANY_ENDPOINTS. The URL has been checked before, outside of the transaction. */
  async run(
    tx: Tx,
    merchantId: string,
    body: CreateEndpointBody,
  ): Promise<{ endpoint: PostbackEndpoint; secret: string }> {
    const events = selectEvents(body.events);
    const id = this.ids.next();
    const now = this.clock.now();
    const secret = this.secrets.generate();
    const endpoint = Object.assign(new PostbackEndpoint(), {
      id,
      merchantId,
      slot: await this.repository.takeSlot(tx, merchantId),
      url: body.url,
      secretBox: this.secrets.seal(id, secret),
      previousSecretBox: null,
      previousSecretExpiresAt: null,
      events,
      status: 'active',
      pausedReason: null,
      lastSequence: 0,
      failingSince: null,
      failedAttempts: 0,
      breakerOpenUntil: null,
      breakerOpenings: 0,
      slow: false,
      searchText: searchText(body.url),
      version: 1,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    } as const);
    await this.repository.insert(tx, endpoint);
    return { endpoint, secret };
  }
}
