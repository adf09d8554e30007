import { Injectable } from '@nestjs/common';
import { Clock, searchText } from '../../common';
import { Outbox } from '../../common/outbox';
import type { Tx } from '../../database';
import { endpointTransitions } from '../endpoint.transitions';
import { POSTBACK_EVENTS } from '../postbacks.events';
import { EndpointRepository } from './endpoint.repository';
import { toEndpointResponse } from './endpoint.response';
import { type PausedReason, PostbackEndpoint } from './postback-endpoint.entity';

/** What an endpoint begins with. */
export type NewEndpoint = Pick<
  PostbackEndpoint,
  'id' | 'merchantId' | 'slot' | 'url' | 'events' | 'secretBox'
>;

/** The secrets of an endpoint after a change. */
export type SealedSecrets = Pick<
  PostbackEndpoint,
  'secretBox' | 'previousSecretBox' | 'previousSecretExpiresAt' | 'signWith'
>;

/** What closes the breaker and ends the account of failures. */
const WELL = { failingSince: null, failedAttempts: 0, breakerOpenUntil: null, breakerOpenings: 0 } as const;

/** The one writer of what a merchant sees of its endpoint: status, version and event together, on a locked row. */
@Injectable()
export class EndpointLifecycle {
  constructor(
    private readonly repository: EndpointRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async create(tx: Tx, endpoint: NewEndpoint): Promise<PostbackEndpoint> {
    const now = this.clock.now();
    const created = Object.assign(new PostbackEndpoint(), {
      ...endpoint,
      ...WELL,
      status: endpointTransitions.next(null, 'create'),
      pausedReason: null,
      previousSecretBox: null,
      previousSecretExpiresAt: null,
      signWith: 'new',
      lastSequence: 0,
      createdPosition: await this.outbox.takePosition(tx),
      slow: false,
      searchText: searchText(endpoint.url),
      version: 1,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    });
    await this.repository.insert(tx, created);
    return created;
  }

  /**
   * A new address, or other events; equal ones change nothing. What the address before did not answer says nothing
   * about the new one.
   */
  async change(tx: Tx, endpoint: PostbackEndpoint, url: string, events: string[]): Promise<void> {
    const [isUrlChanged, isSubscribedAnew] = [url !== endpoint.url, !areEqual(events, endpoint.events)];
    if (!isUrlChanged && !isSubscribedAnew) return;
    if (isUrlChanged) Object.assign(endpoint, { breakerOpenUntil: null, breakerOpenings: 0, slow: false });
    if (isSubscribedAnew) await this.endSubscription(tx, endpoint);
    Object.assign(endpoint, { url, events, searchText: searchText(url) });
    await this.update(tx, endpoint);
  }

  async replaceSecrets(tx: Tx, endpoint: PostbackEndpoint, secrets: SealedSecrets): Promise<void> {
    Object.assign(endpoint, secrets);
    await this.update(tx, endpoint);
  }

  /** The receiver took what the new secret had signed: it has it. */
  async signWithNew(tx: Tx, endpoint: PostbackEndpoint): Promise<void> {
    endpoint.signWith = 'new';
    await this.update(tx, endpoint);
  }

  /** What was still to be sent is held, and the merchant's other endpoints are notified. */
  async pause(tx: Tx, endpoint: PostbackEndpoint, reason: PausedReason): Promise<void> {
    endpoint.status = endpointTransitions.next(endpoint.status, 'pause');
    endpoint.pausedReason = reason;
    await this.update(tx, endpoint);
    await this.repository.holdDeliveries(tx, endpoint);
    await this.outbox.append(tx, {
      event: POSTBACK_EVENTS['endpoint.paused'],
      merchantId: endpoint.merchantId,
      resourceId: endpoint.id,
      payload: { endpoint: toEndpointResponse(endpoint, endpoint.updatedAt) },
      occurredAt: endpoint.updatedAt,
    });
  }

  /** Sends nothing by itself; what is held waits for a replay (contract §7, Held). */
  async activate(tx: Tx, endpoint: PostbackEndpoint): Promise<void> {
    const status = endpointTransitions.next(endpoint.status, 'activate');
    Object.assign(endpoint, { ...WELL, status, pausedReason: null });
    await this.update(tx, endpoint);
  }

  /** What was still to be sent is cancelled; the log keeps what was. The secrets are erased. */
  async delete(tx: Tx, endpoint: PostbackEndpoint): Promise<void> {
    await this.endSubscription(tx, endpoint);
    Object.assign(endpoint, {
      status: endpointTransitions.next(endpoint.status, 'delete'),
      pausedReason: null,
      deletedAt: this.clock.now(),
      secretBox: null,
      previousSecretBox: null,
      previousSecretExpiresAt: null,
      signWith: 'new',
    });
    await this.update(tx, endpoint);
    await this.repository.cancelDeliveries(tx, endpoint);
  }

  /** Events that happened before and that nobody has distributed yet still go by it (contract §7, Who gets an event). */
  private async endSubscription(tx: Tx, endpoint: PostbackEndpoint): Promise<void> {
    await this.repository.insertPastSubscription(tx, endpoint, await this.outbox.takePosition(tx));
  }

  private async update(tx: Tx, endpoint: PostbackEndpoint): Promise<void> {
    endpoint.version += 1;
    endpoint.updatedAt = this.clock.now();
    await this.repository.update(tx, endpoint);
  }
}

function areEqual(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
