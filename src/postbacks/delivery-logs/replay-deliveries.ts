import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Clock, IdGenerator } from '../../common';
import { validationFailed } from '../../common/errors';
import { Outbox } from '../../common/outbox';
import type { Tx } from '../../database';
import type { DeliveryStatus } from '../delivery/postback-delivery.entity';
import { type ReplayPeriod, ReplayRepository } from '../delivery/replay.repository';
import { wakeEvent } from '../delivery/wake';
import { EndpointHealthRepository } from '../endpoints/endpoint-health.repository';
import { EndpointRepository } from '../endpoints/endpoint.repository';
import type { PostbackEndpoint } from '../endpoints/postback-endpoint.entity';
import { postbackErrors } from '../postbacks.errors';
import type { ReplayBody } from './replay.body';

const DEFAULT_STATUSES: readonly DeliveryStatus[] = ['held', 'exhausted'];

export class ReplayResponse {
  @ApiProperty({ description: 'Deliveries of the period that have one of the statuses.' })
  matched: number;

  @ApiProperty({ description: 'How many of them are sent again; 0 in a dry run.' })
  queued: number;
}

/**
 * contract §7, replay: the period's deliveries again, oldest first, with the same ids and bytes. The request only
 * counts and writes the wish down; workers go through it step by step, so that no lock is held for long.
 */
@Injectable()
export class ReplayDeliveries {
  constructor(
    private readonly replays: ReplayRepository,
    private readonly endpoints: EndpointRepository,
    private readonly health: EndpointHealthRepository,
    private readonly outbox: Outbox,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** What a replay would find now. Throws as `run`. */
  async preview(merchantId: string, endpointId: string, body: ReplayBody): Promise<ReplayResponse> {
    const period = periodOf(endpointId, body);
    assertActive(await this.endpoints.get(merchantId, endpointId));
    return { matched: (await this.replays.match(period)).matched, queued: 0 };
  }

  /** Throws NOT_FOUND, ENDPOINT_PAUSED, and 422 for a period that ends before it begins. */
  async run(tx: Tx, merchantId: string, endpointId: string, body: ReplayBody): Promise<ReplayResponse> {
    const period = periodOf(endpointId, body);
    // Counting may take a while: before the lock, so that nobody waits for it.
    assertActive(await this.endpoints.get(merchantId, endpointId));
    const { matched, first, last } = await this.replays.match(period);
    assertActive(await this.endpoints.lock(tx, merchantId, endpointId));
    if (matched === 0) return { matched, queued: 0 };
    const now = this.clock.now();
    await this.replays.insert(tx, {
      ...period,
      id: this.ids.next(),
      statuses: [...period.statuses],
      nextSequence: first,
      lastSequence: last,
      createdAt: now,
    });
    await this.health.allowProbe(tx, endpointId);
    await this.outbox.append(tx, wakeEvent(merchantId, endpointId, now));
    return { matched, queued: matched };
  }
}

function periodOf(endpointId: string, body: ReplayBody): ReplayPeriod {
  if (body.date_from > body.date_to) {
    throw validationFailed([
      { field: 'date_from', code: 'after_date_to', message: 'must not be after date_to' },
    ]);
  }
  const statuses = body.status ?? DEFAULT_STATUSES;
  return { endpointId, dateFrom: body.date_from, dateTo: body.date_to, statuses };
}

function assertActive({ status }: PostbackEndpoint): void {
  if (status === 'paused') throw postbackErrors.ENDPOINT_PAUSED();
}
