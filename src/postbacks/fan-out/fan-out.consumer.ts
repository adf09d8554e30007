import { Injectable } from '@nestjs/common';
import { Clock, IdGenerator, searchText } from '../../common';
import { eventCatalogue } from '../../common/events';
import type { OutboxConsumer, RelayedEvent } from '../../common/outbox';
import type { QueueJob } from '../../common/queue';
import { AppConfig } from '../../config';
import type { Tx } from '../../database';
import { DeliveryRepository, type NewDelivery } from '../delivery/delivery.repository';
import { type DeliveryTrigger, deliveryTransitions } from '../delivery.transitions';
import { DISPATCH, dispatchJobs } from '../dispatch-jobs';
import type { EndpointStatus } from '../endpoint.transitions';
import { EndpointRepository } from '../endpoints/endpoint.repository';
import type { EndpointKey } from '../endpoints/postback-endpoint.entity';
import { notificationBody } from '../notification-body';
import { POSTBACK_EVENTS } from '../postbacks.events';
import { type Subscriber, SubscriberRepository } from './subscriber.repository';
import { wasSubscribed } from './subscription.rules';

/** The rows of one statement: so many, or so many characters of bodies. */
const ROWS_AT_ONCE = 1_000;
const BODIES_AT_ONCE = 2 * 1024 * 1024;

/** A delivery that is to be written. Its body is made when it is: one event has many. */
interface Planned {
  readonly event: RelayedEvent;
  readonly subscriber: Subscriber;
  readonly sequence: number;
}

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
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  async copies(tx: Tx, merchantIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.endpoints.countOf(tx, merchantIds);
  }

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
    const planned = wanted.flatMap(({ subscriber, missing }) =>
      missing.map((event, index) => ({
        event,
        subscriber,
        sequence: (first.get(subscriber.id) ?? 0) + index,
      })),
    );
    await this.write(tx, planned);
    return wanted.flatMap(({ subscriber: { merchantId, id: endpointId, status } }) =>
      status === 'active' ? [{ merchantId, endpointId }] : [],
    );
  }

  /** In statements of a bounded size, however many and large the deliveries are. */
  private async write(tx: Tx, planned: readonly Planned[]): Promise<void> {
    let rows: NewDelivery[] = [];
    let length = 0;
    for (const [index, each] of planned.entries()) {
      const row = this.delivery(each);
      rows.push(row);
      length += row.body.length;
      const isFull = rows.length === ROWS_AT_ONCE || length >= BODIES_AT_ONCE;
      if (!isFull && index < planned.length - 1) continue;
      await this.deliveries.insert(tx, rows);
      [rows, length] = [[], 0];
    }
  }

  private delivery({ event, subscriber, sequence }: Planned): NewDelivery {
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
      status: deliveryTransitions.next(null, TRIGGERS[subscriber.status]),
      attemptLimit: this.config.postbacks.retryWaitsSeconds.length,
      searchText: searchText(resourceId, eventId),
      createdAt: this.clock.now(),
    };
  }
}

function isFor(event: RelayedEvent, subscriber: Subscriber): boolean {
  if (event.merchantId !== subscriber.merchantId || !wasSubscribed(subscriber, event)) return false;
  // contract §7, Pause by failure: endpoint.paused goes to the merchant's other endpoints.
  return event.type !== POSTBACK_EVENTS['endpoint.paused'].kind || event.resourceId !== subscriber.id;
}
