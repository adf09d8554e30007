import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Clock, IdGenerator } from '../../common';
import { validationFailed } from '../../common/errors';
import { accepted, Idempotency, type IdempotencyRequest, ok, type Reply } from '../../common/http';
import type { Tx } from '../../database';
import { DeliveryLifecycle } from '../delivery/delivery.lifecycle';
import type { DeliveryStatus } from '../delivery.transitions';
import { EndpointRepository } from '../endpoints/endpoint.repository';
import type { PostbackEndpoint } from '../endpoints/postback-endpoint.entity';
import { postbackErrors } from '../postbacks.errors';
import { type ReplayMatch, type ReplayPeriod, ReplayRepository } from '../replays/replay.repository';
import type { ReplayDeliveriesBody } from './replay-deliveries.body';

const DEFAULT_STATUSES: readonly DeliveryStatus[] = ['held', 'exhausted'];

export class ReplayResponse {
  @ApiProperty({ type: 'integer', description: 'Deliveries of the period that have one of the statuses.' })
  matched: number;

  @ApiProperty({ type: 'integer', description: 'How many of them are sent again; 0 in a dry run.' })
  queued: number;
}

/**
 * contract §7, replay: the period's deliveries again, oldest first, with the same ids and bytes. The request only
 * counts and writes the wish down; workers go through it step by step, so that no lock is held for long.
 */
@Injectable()
export class ReplayDeliveriesUseCase {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly replays: ReplayRepository,
    private readonly endpoints: EndpointRepository,
    private readonly lifecycle: DeliveryLifecycle,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** `also` is done in the same transaction. Throws NOT_FOUND, ENDPOINT_PAUSED, and 422 for a period that ends before it begins. */
  async execute(
    merchantId: string,
    endpointId: string,
    body: ReplayDeliveriesBody,
    key: IdempotencyRequest,
    also: (tx: Tx, matched: number) => Promise<unknown> = async () => undefined,
  ): Promise<Reply> {
    const period = periodOf(merchantId, endpointId, body);
    if (body.dry_run === true) {
      const { matched } = await this.match(period);
      return ok<ReplayResponse>('Nothing was sent: a dry run.', { matched, queued: 0 });
    }
    const replay = await this.idempotency.find(key);
    if (replay !== null) return replay;
    // Counting may take a while: before the transaction, so that nobody waits for its lock.
    const { matched, first, last } = await this.match(period);
    return this.idempotency.run(key, async (tx) => {
      assertActive(await this.endpoints.lock(tx, merchantId, endpointId));
      if (matched > 0) {
        await this.replays.insert(tx, {
          ...period,
          id: this.ids.next(),
          statuses: [...period.statuses],
          nextSequence: first,
          lastSequence: last,
          createdAt: this.clock.now(),
        });
        await this.lifecycle.dispatch(tx, period);
      }
      await also(tx, matched);
      return accepted<ReplayResponse>('The deliveries are sent again.', { matched, queued: matched });
    });
  }

  /** What a replay would find now. */
  private async match(period: ReplayPeriod): Promise<ReplayMatch> {
    assertActive(await this.endpoints.get(period.merchantId, period.endpointId));
    return this.replays.match(period);
  }
}

function periodOf(merchantId: string, endpointId: string, body: ReplayDeliveriesBody): ReplayPeriod {
  if (body.date_from > body.date_to) {
    throw validationFailed([
      { field: 'date_from', code: 'after_date_to', message: 'must not be after date_to' },
    ]);
  }
  const statuses = body.status ?? DEFAULT_STATUSES;
  return { merchantId, endpointId, dateFrom: body.date_from, dateTo: body.date_to, statuses };
}

function assertActive({ status }: PostbackEndpoint): void {
  if (status === 'paused') throw postbackErrors.ENDPOINT_PAUSED();
}
