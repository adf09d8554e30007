import { Injectable } from '@nestjs/common';
import { commonErrors } from '../common/errors';
import type { Page } from '../common/http';
import { type ChargeRecord, ChargeRepository } from './charge.repository';
import { ChargeListRepository } from './search/charge-list.repository';
import type { ListChargesQuery } from './search/list-charges.query';

/** Charges as their merchant reads them. */
@Injectable()
export class ChargeReader {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly lists: ChargeListRepository,
  ) {}

  /** Throws NOT_FOUND. */
  async get(merchantId: string, id: string): Promise<ChargeRecord> {
    const found = await this.charges.find(merchantId, id);
    if (found === null) throw commonErrors.NOT_FOUND();
    return found;
  }

  /** One page of a merchant's charges, newest first. */
  async list(merchantId: string, query: ListChargesQuery): Promise<Page<ChargeRecord>> {
    return this.lists.list(merchantId, query);
  }
}
