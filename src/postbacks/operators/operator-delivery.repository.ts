import { Injectable } from '@nestjs/common';
import { Brackets, DataSource, In, type SelectQueryBuilder } from 'typeorm';
import { containsPattern, isUuid } from '../../common';
import { commonErrors } from '../../common/errors';
import { SnapshotRunner } from '../../database';
import { CountedRows, type HitsWanted, type HitsWithRecords, type Page, paginate } from '../../common/http';
import { PostbackDelivery } from '../delivery/postback-delivery.entity';
import type { EndpointAccount } from '../endpoints/endpoint.response';
import { PostbackEndpoint } from '../endpoints/postback-endpoint.entity';
import { COUNTED_DELIVERIES } from '../delivery-logs/counted-deliveries';
import type { ListOperatorDeliveriesQuery } from '../delivery-logs/list-delivery-logs.query';

const NIL = '00000000-0000-0000-0000-000000000000';
const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Ids begin with the time: fewer characters than these are those of every id of an hour, a month or a decade. */
const MIN_BEGINNING = 8;

/** Where a delivery goes, and how well it answers there. */
export type DeliveryDestination = Pick<PostbackEndpoint, 'id' | 'url'> & EndpointAccount;

/**
 * Deliveries of all merchants. Operators find them (decision 0003) by the ids of delivery, event and resource, whole
 * or by their beginning, which the indexes on them know; and by any part of the endpoint's URL, of which there are few.
 */
@Injectable()
export class OperatorDeliveryRepository {
  private readonly counts: CountedRows;

  constructor(
    private readonly dataSource: DataSource,
    snapshots: SnapshotRunner,
  ) {
    this.counts = new CountedRows(dataSource, snapshots, COUNTED_DELIVERIES);
  }

  /** One page, newest first. */
  async list(query: ListOperatorDeliveriesQuery): Promise<Page<PostbackDelivery>> {
    const builder = this.dataSource.manager.createQueryBuilder(PostbackDelivery, 'delivery').where('TRUE');
    const { merchant_id: merchantId, endpoint_id: endpointId, event } = query;
    if (merchantId !== undefined) builder.andWhere('delivery.merchantId = :merchantId', { merchantId });
    if (endpointId !== undefined) {
      // With its merchant, as the index begins with it.
      builder.andWhere(
        `delivery.merchantId = (SELECT merchant_id FROM postback_endpoints WHERE id = :endpointId)
         AND delivery.endpointId = :endpointId`,
        { endpointId },
      );
    }
    if (event !== undefined) builder.andWhere('delivery.event = :event', { event });
    const shown = { alias: 'delivery', status: 'delivery.status' };
    if (query.search !== undefined)
      return paginate(builder, query, { ...shown, once: await this.search(builder, query.search) });
    return paginate(builder, query, { ...shown, findHits: (wanted) => this.findCounted(query, wanted) });
  }

  /** Whosesoever it is. Throws NOT_FOUND. */
  async get(id: string): Promise<PostbackDelivery> {
    const delivery = await this.dataSource.manager.findOneBy(PostbackDelivery, { id });
    if (delivery === null) throw commonErrors.NOT_FOUND();
    return delivery;
  }

  /** The endpoints of these deliveries, deleted ones too: a delivery always has one. */
  async findDestinations(
    deliveries: readonly PostbackDelivery[],
  ): Promise<(delivery: PostbackDelivery) => DeliveryDestination> {
    const endpoints = await this.dataSource.manager.find(PostbackEndpoint, {
      select: {
        merchantId: true,
        id: true,
        url: true,
        status: true,
        failingSince: true,
        failedAttempts: true,
        breakerOpenUntil: true,
      },
      where: {
        merchantId: In([...new Set(deliveries.map(({ merchantId }) => merchantId))]),
        id: In([...new Set(deliveries.map(({ endpointId }) => endpointId))]),
      },
    });
    const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
    return ({ endpointId }) => {
      const endpoint = byId.get(endpointId);
      if (endpoint === undefined) throw new Error('a delivery has an endpoint');
      return endpoint;
    };
  }

  /** An endpoint's deliveries are counted with its merchant's. */
  private async findCounted(
    query: ListOperatorDeliveriesQuery,
    wanted: HitsWanted,
  ): Promise<HitsWithRecords<PostbackDelivery>> {
    const { merchant_id: asked, endpoint_id: part, event: kind } = query;
    const merchantId = part === undefined ? (asked ?? null) : (asked ?? (await this.ownerOf(part)));
    if (part !== undefined && merchantId === null) return { total: 0, ids: [], records: [] };
    return this.counts.readRecords(PostbackDelivery, { merchantId, part, kind }, query, wanted);
  }

  /** Whose endpoint it is; null when there is none. */
  private async ownerOf(endpointId: string): Promise<string | null> {
    const found = await this.dataSource.manager.findOne(PostbackEndpoint, {
      select: { merchantId: true },
      where: { id: endpointId },
    });
    return found?.merchantId ?? null;
  }

  /** Adds the condition; says whether its hits, of several indexes, should be gathered once. */
  private async search(builder: SelectQueryBuilder<PostbackDelivery>, term: string): Promise<boolean> {
    const endpoints = await this.endpointsWith(term);
    const range = idsThatBeginWith(term);
    builder.andWhere(
      new Brackets((either) => {
        either.where('delivery.merchantId = ANY(:owners) AND delivery.endpointId = ANY(:endpoints)', {
          owners: [...new Set(endpoints.map(({ merchantId }) => merchantId))],
          endpoints: endpoints.map(({ id }) => id),
        });
        // What can be no id is not compared with ids: the hits of URLs alone come from one index.
        if (range === null) return;
        for (const id of ['id', 'eventId', 'resourceId']) {
          either.orWhere(`delivery.${id} BETWEEN :firstId AND :lastId`, range);
        }
      }),
    );
    return range !== null;
  }

  /** Deleted ones too: their deliveries stay in the log. */
  private async endpointsWith(term: string): Promise<Pick<PostbackEndpoint, 'merchantId' | 'id'>[]> {
    return this.dataSource.manager
      .createQueryBuilder(PostbackEndpoint, 'endpoint')
      .select(['endpoint.merchantId', 'endpoint.id'])
      .where('endpoint.searchText LIKE :term', { term: containsPattern(term) })
      .getMany();
  }
}

/** The first and the last id that a text can be the beginning of; null when it is the beginning of none. */
function idsThatBeginWith(term: string): { firstId: string; lastId: string } | null {
  const start = term.toLowerCase();
  const [firstId, lastId] = [start + NIL.slice(start.length), start + MAX.slice(start.length)];
  const fits = start.length >= MIN_BEGINNING && start.length <= NIL.length;
  return fits && isUuid(firstId) ? { firstId, lastId } : null;
}
