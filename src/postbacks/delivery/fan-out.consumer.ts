import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, searchText } from '../../common';
import { eventCatalogue } from '../../common/events';
import type { OutboxConsumer, RelayedEvent } from '../../common/outbox';
import type { QueueJob } from '../../common/queue';
import { AppConfig } from '../../config';
import type { Tx } from '../../database';
import { deliveryTransitions } from '../delivery.transitions';
import { EndpointRepository, type Subscriber } from '../endpoints/endpoint.repository';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';
import { isSubscribed } from '../event-selectors.rules';
import { POSTBACK_EVENTS } from '../postbacks.events';
import { DeliveryRepository, type NewDelivery } from './delivery.repository';
import { notificationBody } from './notification-body';
import { DISPATCH, dispatchJobs } from './dispatch-jobs';

/** Turns each event into one delivery per subscribed endpoint; for paused ones it is held (contract §7, Held). */
@Injectable()
export class FanOutConsumer implements OutboxConsumer {
  readonly name = 'postbacks';

  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly deliveries: DeliveryRepository,
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
    // The locks make concurrent relays and status changes wait for each other: sequences have no gaps, a pause no leak.
    const subscribers = await this.endpoints.lockSubscribers(tx, merchantIds);
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
    const rows = wanted.flatMap(({ subscriber, missing }) =>
      missing.map((event, index) =>
        this.delivery(event, subscriber, (first.get(subscriber.id) ?? 0) + index),
      ),
    );
    await this.deliveries.insert(tx, rows);
    return wanted.flatMap(({ subscriber: { merchantId, id: endpointId, status } }) =>
      status === 'active' ? [{ merchantId, endpointId }] : [],
    );
  }

  private delivery(event: RelayedEvent, subscriber: Subscriber, sequence: number): NewDelivery {
    const id = this.ids.next();
    const { id: eventId, type, occurredAt, resourceId, merchantId } = event;
    return {
      id,
      merchantId,
      endpointId: subscriber.id,
      eventId,
      event: type,
      resourceId,
      sequence,
      body: notificationBody({ id, eventId, event: type, occurredAt, sequence }, event.payload),
      status: deliveryTransitions.next(null, subscriber.status === 'active' ? 'enqueue' : 'hold'),
      attemptLimit: this.config.postbacks.retryWaitsSeconds.length,
      searchText: searchText(resourceId, eventId),
      createdAt: this.clock.now(),
    };
  }
}

function isFor(event: RelayedEvent, subscriber: Subscriber): boolean {
  if (event.merchantId !== subscriber.merchantId || !isSubscribed(subscriber.events, event.type))
    return false;
  // contract §7, Pause by failure: endpoint.paused goes to the merchant's other endpoints.
  return event.type !== POSTBACK_EVENTS['endpoint.paused'].kind || event.resourceId !== subscriber.id;
}
