import { Injectable } from '@nestjs/common';
import { Clock, searchText } from '../../common';
import { assertVersion } from '../../common/http';
import type { Tx } from '../../database';
import { DeliveryHolding } from '../delivery/delivery-holding';
import type { UpdateEndpointBody } from './dto/endpoint.bodies';
import { EndpointRepository } from './endpoint.repository';
import { EndpointSecrets } from './endpoint-secrets';
import { EndpointStatusChanges } from './endpoint-status';
import { selectEvents } from './event-selection';
import type { PostbackEndpoint } from './postback-endpoint.entity';

const DEFAULT_OVERLAP_SECONDS = 86_400;

/** Changing, deleting and re-keying an endpoint, each on its locked row. */
@Injectable()
export class ChangeEndpoint {
  constructor(
    private readonly repository: EndpointRepository,
    private readonly statuses: EndpointStatusChanges,
    private readonly holding: DeliveryHolding,
    private readonly secrets: EndpointSecrets,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND, STALE_VERSION and UNKNOWN_EVENT. Equal values change nothing. */
  async update(
    tx: Tx,
    merchantId: string,
    id: string,
    body: UpdateEndpointBody,
    expectedVersion: number | null,
  ): Promise<PostbackEndpoint> {
    const endpoint = await this.repository.lock(tx, merchantId, id);
    assertVersion(endpoint.version, expectedVersion);
    const url = body.url ?? endpoint.url;
    const events = body.events === undefined ? endpoint.events : selectEvents(body.events);
    if (url !== endpoint.url || !sameMembers(events, endpoint.events)) {
      // What the address before did not answer says nothing about the new one.
      if (url !== endpoint.url) {
        Object.assign(endpoint, { breakerOpenUntil: null, breakerOpenings: 0, slow: false });
      }
      Object.assign(endpoint, { url, events, searchText: searchText(url) });
      await this.touch(tx, endpoint);
    }
    if (body.status === 'paused') await this.statuses.pause(tx, endpoint, 'manual');
    if (body.status === 'active') await this.statuses.activate(tx, endpoint);
    return endpoint;
  }

  /** What was still to be sent is cancelled; the log keeps what was. */
  async delete(tx: Tx, merchantId: string, id: string): Promise<void> {
    const endpoint = await this.repository.lock(tx, merchantId, id);
    Object.assign(endpoint, {
      deletedAt: this.clock.now(),
      secretBox: null,
      previousSecretBox: null,
      previousSecretExpiresAt: null,
    });
    await this.touch(tx, endpoint);
    await this.holding.cancel(tx, id);
  }

  /** The present secret goes on signing for the overlap; one from before that ends now. */
  async regenerateSecret(
    tx: Tx,
    merchantId: string,
    id: string,
    overlapSeconds = DEFAULT_OVERLAP_SECONDS,
  ): Promise<{ endpoint: PostbackEndpoint; secret: string }> {
    const endpoint = await this.repository.lock(tx, merchantId, id);
    const secret = this.secrets.generate();
    const overlaps = overlapSeconds > 0;
    Object.assign(endpoint, {
      previousSecretBox: overlaps ? endpoint.secretBox : null,
      previousSecretExpiresAt: overlaps
        ? new Date(this.clock.now().getTime() + overlapSeconds * 1_000)
        : null,
      secretBox: this.secrets.seal(id, secret),
    });
    await this.touch(tx, endpoint);
    return { endpoint, secret };
  }

  private async touch(tx: Tx, endpoint: PostbackEndpoint): Promise<void> {
    endpoint.version += 1;
    endpoint.updatedAt = this.clock.now();
    await this.repository.save(tx, endpoint);
  }
}

function sameMembers(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
