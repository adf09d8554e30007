import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, searchText } from '../../common';
import { eventCatalogue } from '../../common/events';
import type { OutboxConsumer, RelayedEvent } from '../../common/outbox';
import type { QueueJob } from '../../common/queue';
import { AppConfig } from '../../config';
import type { Tx } from '../../database';
import { DeliveryRepository, type NewDelivery } from '../delivery/delivery.repository';
import { PostbackEventRepository } from '../events/postback-event.repository';
import { type DeliveryTrigger, deliveryTransitions } from '../delivery.transitions';
import { DISPATCH, dispatchJobs } from '../dispatch-jobs';
import type { EndpointStatus } from '../endpoint.transitions';
import { EndpointRepository } from '../endpoints/endpoint.repository';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';
import { POSTBACK_EVENTS } from '../postbacks.events';
import { type Subscriber, SubscriberRepository } from './subscriber.repository';
import { wasSubscribed } from './subscription.rules';

/** The rows of one statement. */
const ROWS_AT_ONCE = 1_000;

/**
 * What becomes of an event that an endpoint gets: who does is decided by the moment when it happened, what is done by
 * the endpoint as it is now (contract §7, Who gets an event, Held).
 */
const TRIGGERS: Readonly<Record<EndpointStatus, DeliveryTrigger>> = {
  active: 'enqueue',
  paused: 'hold',
  deleted: 'cancel',
};

/** Turns each event into one delivery per endpoint that was subscribed to it when it happened. */
@Injectable()
export class FanOutConsumer implements OutboxConsumer {
  readonly name = 'postbacks';

  constructor(
    private readonly subscribers: SubscriberRepository,
    private readonly endpoints: EndpointRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly events: PostbackEventRepository,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  async consume(tx: Tx, events: readonly RelayedEvent[]): Promise<readonly QueueJob[]> {
    const asked = events
      .filter(({ type }) => type === DISPATCH.kind)
      .map(({ merchantId, resourceId }) => ({ merchantId, endpointId: resourceId }));
    const written = await this.fanOut(
      tx,
      events.filter(({ type }) => eventCatalogue.isNotified(type)),
    );
    const keys = new Map([...asked, ...written].map((key) => [key.endpointId, key]));
    return dispatchJobs([...keys.values()]);
  }

  /** Returns the endpoints that have something new to send. */
  private async fanOut(tx: Tx, events: readonly RelayedEvent[]): Promise<EndpointKey[]> {
    if (events.length === 0) return [];
    const merchantIds = [...new Set(events.map(({ merchantId }) => merchantId))];
    const oldest = Math.min(...events.map(({ position }) => position));
    const subscribers = await this.subscribers.lock(tx, merchantIds, oldest);
    if (subscribers.length === 0) return [];
    const existing = await this.deliveries.findPairs(
      tx,
      merchantIds,
      events.map(({ id }) => id),
    );

    const wanted = subscribers
      .map((subscriber) => ({
        subscriber,
        missing: events.filter(
          (event) => isFor(event, subscriber) && !existing.has(`${event.id} ${subscriber.id}`),
        ),
      }))
      .filter(({ missing }) => missing.length > 0);
    if (wanted.length === 0) return [];
    const first = await this.endpoints.takeSequences(
      tx,
      wanted.map(({ subscriber: { merchantId, id: endpointId }, missing }) => ({
        merchantId,
        endpointId,
        count: missing.length,
      })),
    );
    const now = this.clock.now();
    const rows = wanted.flatMap(({ subscriber, missing }) =>
      missing.map((event, index) =>
        this.delivery(event, subscriber, (first.get(subscriber.id) ?? 0) + index, now),
      ),
    );
    await this.events.keep(tx, [...new Set(wanted.flatMap(({ missing }) => missing))]);
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await this.deliveries.insert(tx, rows.slice(at, at + ROWS_AT_ONCE));
    return wanted.flatMap(({ subscriber: { merchantId, id: endpointId, status } }) =>
      status === 'active' ? [{ merchantId, endpointId }] : [],
    );
  }

  private delivery(
    { id: eventId, type, resourceId, merchantId }: RelayedEvent,
    subscriber: Subscriber,
    sequence: number,
    createdAt: Date,
  ): NewDelivery {
    return {
      id: this.ids.next(),
      merchantId,
      endpointId: subscriber.id,
      eventId,
      event: type,
      resourceId,
      sequence,
      status: deliveryTransitions.next(null, TRIGGERS[subscriber.status]),
      attemptLimit: this.config.postbacks.retryWaitsSeconds.length,
      searchText: searchText(resourceId, eventId),
      createdAt,
    };
  }
}

function isFor(event: RelayedEvent, subscriber: Subscriber): boolean {
  if (event.merchantId !== subscriber.merchantId || !wasSubscribed(subscriber, event)) return false;
  // contract §7, Pause by failure: endpoint.paused goes to the merchant's other endpoints.
  return event.type !== POSTBACK_EVENTS['endpoint.paused'].kind || event.resourceId !== subscriber.id;
}
