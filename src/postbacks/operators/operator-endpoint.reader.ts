import { Injectable } from '@nestjs/common';
import { MerchantReader } from '../../auth';
import { Clock } from '../../common';
import type { Page } from '../../common/http';
import type { Reading } from '../../database';
import type { PostbackEndpoint } from '../endpoints/postback-endpoint.entity';
import type { ListOperatorEndpointsQuery } from './list-operator-endpoints.query';
import { OperatorEndpointRepository } from './operator-endpoint.repository';
import { type OperatorEndpointResponse, toOperatorEndpointResponse } from './operator-endpoint.response';

const NONE = { total: 0, delivered: 0, waiting: 0, held: 0, failed: 0 };

/** Endpoints of all merchants, with whose they are and how they do. */
@Injectable()
export class OperatorEndpointReader {
  constructor(
    private readonly repository: OperatorEndpointRepository,
    private readonly merchants: MerchantReader,
    private readonly clock: Clock,
  ) {}

  async list(query: ListOperatorEndpointsQuery): Promise<Page<OperatorEndpointResponse>> {
    const page = await this.repository.list(query);
    return { ...page, items: await this.respond(page.items) };
  }

  /** Throws NOT_FOUND. */
  async get(id: string): Promise<OperatorEndpointResponse> {
    return this.respondOne(await this.repository.get(id));
  }

  /** As the transaction sees it, where there is one. */
  async respondOne(endpoint: PostbackEndpoint, reading?: Reading): Promise<OperatorEndpointResponse> {
    const [response] = await this.respond([endpoint], reading);
    if (response === undefined) throw new Error('an endpoint has an answer');
    return response;
  }

  private async respond(
    endpoints: readonly PostbackEndpoint[],
    reading?: Reading,
  ): Promise<OperatorEndpointResponse[]> {
    const merchants = await this.merchants.findMany(
      endpoints.map(({ merchantId }) => merchantId),
      reading,
    );
    const recent = await this.repository.countRecent(endpoints, reading);
    const now = this.clock.now();
    return endpoints.map((endpoint) => {
      const merchant = merchants.get(endpoint.merchantId);
      if (merchant === undefined) throw new Error('an endpoint has a merchant');
      return toOperatorEndpointResponse(endpoint, merchant, recent.get(endpoint.id) ?? NONE, now);
    });
  }
}
