import { Injectable } from '@nestjs/common';
import type { Page } from '../common/http';
import type { ApiRequest } from './api-request.entity';
import { ApiRequestRepository } from './api-request.repository';
import type { ListRequestsQuery } from './list-requests.query';

/** Requests as their merchant reads them. */
@Injectable()
export class RequestReader {
  constructor(private readonly requests: ApiRequestRepository) {}

  async list(merchantId: string, query: ListRequestsQuery): Promise<Page<ApiRequest>> {
    return this.requests.list(merchantId, query);
  }
}
