import { Injectable } from '@nestjs/common';
import { Brackets, DataSource, type SelectQueryBuilder } from 'typeorm';
import { containsPattern, isUuid } from '../../common';
import type { PostbackDelivery } from '../delivery/postback-delivery.entity';
import { PostbackEndpoint } from '../endpoints/postback-endpoint.entity';

const NIL = '00000000-0000-0000-0000-000000000000';
const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Ids begin with the time: fewer characters than these are those of every id of an hour, a month or a decade. */
const MIN_BEGINNING = 8;

/**
 * What operators find deliveries by (decision 0079): the ids of delivery, event and resource, whole or by
 * their beginning, which the indexes on them know; and any part of the endpoint's URL, of which there are few.
 */
@Injectable()
export class DeliverySearch {
  constructor(private readonly dataSource: DataSource) {}

  /** Adds the condition; says whether its hits, of four indexes, should be gathered once. */
  async apply(builder: SelectQueryBuilder<PostbackDelivery>, term: string): Promise<boolean> {
    const endpoints = await this.endpointsWith(term);
    const range = idsThatBeginWith(term);
    builder.andWhere(
      new Brackets((either) => {
        either.where('delivery.endpointId = ANY(:endpoints)', { endpoints });
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
  private async endpointsWith(term: string): Promise<string[]> {
    const found = await this.dataSource.manager
      .createQueryBuilder(PostbackEndpoint, 'endpoint')
      .select('endpoint.id')
      .where('endpoint.searchText LIKE :searched', { searched: containsPattern(term) })
      .getMany();
    return found.map(({ id }) => id);
  }
}

/** The first and the last id that a text can be the beginning of; null when it is the beginning of none. */
function idsThatBeginWith(term: string): { firstId: string; lastId: string } | null {
  const start = term.toLowerCase();
  const [firstId, lastId] = [start + NIL.slice(start.length), start + MAX.slice(start.length)];
  const fits = start.length >= MIN_BEGINNING && start.length <= NIL.length;
  return fits && isUuid(firstId) ? { firstId, lastId } : null;
}
