import { Injectable } from '@nestjs/common';
import { TxRunner } from '../database';
import type { ApiRequest } from './api-request.entity';
import { ApiRequestRepository } from './api-request.repository';

/** Writes requests that were answered, many in one statement. */
@Injectable()
export class WriteRequestsUseCase {
  constructor(
    private readonly transactions: TxRunner,
    private readonly requests: ApiRequestRepository,
  ) {}

  execute(requests: readonly ApiRequest[]): Promise<void> {
    return this.transactions.runStatement((tx) => this.requests.insert(tx, requests));
  }
}
