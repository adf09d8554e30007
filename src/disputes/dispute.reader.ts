import { Injectable } from '@nestjs/common';
import { commonErrors } from '../common/errors';
import type { Page } from '../common/http';
import { type DisputeRecord, DisputeRepository } from './dispute.repository';
import type { ListDisputesQuery } from './list-disputes.query';

/** Disputes as their merchant reads them. */
@Injectable()
export class DisputeReader {
  constructor(private readonly disputes: DisputeRepository) {}

  /** Throws NOT_FOUND. */
  async get(merchantId: string, id: string): Promise<DisputeRecord> {
    const found = await this.disputes.find(merchantId, id);
    if (found === null) throw commonErrors.NOT_FOUND();
    return found;
  }

  /** One page, newest first. */
  async list(merchantId: string, query: ListDisputesQuery): Promise<Page<DisputeRecord>> {
    return this.disputes.list(merchantId, query);
  }
}
