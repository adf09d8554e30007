import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { iso } from '../common';
import { type Page, paginate } from '../common/http';
import { prepared, type Tx } from '../database';
import { ApiRequest } from './api-request.entity';
import type { ListRequestsQuery } from './list-requests.query';

/** All statements about the log of requests. */
@Injectable()
export class ApiRequestRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One page of a merchant's, newest first. */
  async list(merchantId: string, query: ListRequestsQuery): Promise<Page<ApiRequest>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(ApiRequest, 'request')
      .where('request.merchantId = :merchantId', { merchantId });
    return paginate(builder, query, {
      alias: 'request',
      merchantId,
      createdAt: 'at',
      search: 'lower(request.requestId)',
    });
  }

  /**
   * Nobody waits for the disk: what a server that dies forgets of its last moment is a line of a log. What is there already was
   * written before, and the answer was lost.
   */
  async insert(tx: Tx, requests: readonly ApiRequest[]): Promise<void> {
    const column = <Name extends keyof ApiRequest>(name: Name): ApiRequest[Name][] =>
      requests.map((request) => request[name]);
    // Nothing in these needs quoting; the driver would look for it in each.
    const literal = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;
    await tx.query(
      prepared(`INSERT INTO api_requests (merchant_id, id, request_id, at, method, route, status, duration_ms, error)
       SELECT request.* FROM (SELECT set_config('synchronous_commit', 'off', true) AS commits) AS disk,
              unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::smallint[],
                     $8::integer[], $9::text[]) AS request
        WHERE disk.commits = 'off'
       ON CONFLICT (merchant_id, id) DO NOTHING`),
      [
        literal(column('merchantId')),
        literal(column('id')),
        column('requestId'),
        literal(column('at').map(iso)),
        column('method'),
        column('route'),
        literal(column('status')),
        literal(column('durationMs')),
        column('error'),
      ],
    );
  }

  /** Deletes what is older, so many rows at most; answers how many there were. */
  async deleteBefore(tx: Tx, before: Date, limit: number): Promise<number> {
    const [, count] = await tx.query<[unknown[], number]>(
      `DELETE FROM api_requests WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM api_requests WHERE at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [before, limit],
    );
    return count;
  }
}
