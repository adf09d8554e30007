import { Injectable } from '@nestjs/common';
import type { ListQuery, Page } from '../../common/http';
import type { Reading } from '../../database';
import { type SubmerchantKey, SubmerchantRepository } from '../submerchant.repository';
import type { SubmerchantHistory } from './submerchant-history.entity';
import { SubmerchantHistoryRepository } from './submerchant-history.repository';

export type { SubmerchantHistory } from './submerchant-history.entity';

/** Reads what happened to a merchant's submerchant. */
@Injectable()
export class TimelineReader {
  constructor(
    private readonly submerchants: SubmerchantRepository,
    private readonly history: SubmerchantHistoryRepository,
  ) {}

  /** Throws NOT_FOUND. */
  async list(merchantId: string, submerchantId: string, query: ListQuery): Promise<Page<SubmerchantHistory>> {
    await this.submerchants.get(merchantId, submerchantId);
    return this.history.list(merchantId, submerchantId, query);
  }

  /** The newest steps of these types, or of all, and how many there are; with what no merchant is shown. */
  async listNewest(
    submerchant: SubmerchantKey,
    limit: number,
    types?: readonly string[],
    reading?: Reading,
  ): Promise<readonly [SubmerchantHistory[], number]> {
    return this.history.listNewest(submerchant, limit, types, reading);
  }
}
