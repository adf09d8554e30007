import { Injectable } from '@nestjs/common';
import { Clock } from '../../common';
import type { Page } from '../../common/http';
import { EndpointRepository } from './endpoint.repository';
import { type EndpointResponse, toEndpointResponse } from './endpoint.response';
import type { ListEndpointsQuery } from './list-endpoints.query';

/** A merchant's endpoints as it sees them: without secrets, and without those that were deleted. */
@Injectable()
export class EndpointReader {
  constructor(
    private readonly repository: EndpointRepository,
    private readonly clock: Clock,
  ) {}

  async list(merchantId: string, query: ListEndpointsQuery): Promise<Page<EndpointResponse>> {
    const now = this.clock.now();
    const page = await this.repository.list(merchantId, query);
    return { ...page, items: page.items.map((endpoint) => toEndpointResponse(endpoint, now)) };
  }

  /** Throws NOT_FOUND, also for another merchant's endpoint. */
  async get(merchantId: string, id: string): Promise<EndpointResponse> {
    return toEndpointResponse(await this.repository.get(merchantId, id), this.clock.now());
  }
}
