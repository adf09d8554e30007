import { Injectable } from '@nestjs/common';
import { MerchantReader } from '../../auth';
import { commonErrors } from '../../common/errors';
import type { Page } from '../../common/http';
import type { Submerchant } from '../submerchant.entity';
import { SubmerchantRepository } from '../submerchant.repository';
import type { ListSubmerchantsQuery } from './list-submerchants.query';

/** A merchant's submerchants, as operators look at them. */
@Injectable()
export class OperatorSubmerchantReader {
  constructor(
    private readonly merchants: MerchantReader,
    private readonly submerchants: SubmerchantRepository,
  ) {}

  /** One page, whatever their status. Throws NOT_FOUND for an unknown merchant. */
  async list(merchantId: string, query: ListSubmerchantsQuery): Promise<Page<Submerchant>> {
    if (!(await this.merchants.findMany([merchantId])).has(merchantId)) throw commonErrors.NOT_FOUND();
    return this.submerchants.list(merchantId, query, 'whole');
  }
}
