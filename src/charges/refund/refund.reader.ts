import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors';
import type { Page } from '../../common/http';
import { ChargeRepository } from '../charge.repository';
import type { ListRefundsQuery } from './list-refunds.query';
import { type RefundRecord, RefundRepository } from './refund.repository';

/** Refunds as their merchant reads them. */
@Injectable()
export class RefundReader {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly refunds: RefundRepository,
  ) {}

  /** Throws NOT_FOUND. */
  async get(merchantId: string, chargeId: string, id: string): Promise<RefundRecord> {
    const found = await this.refunds.find(merchantId, chargeId, id);
    if (found === null) throw commonErrors.NOT_FOUND();
    return found;
  }

  /** One page of a charge's refunds, newest first. Throws NOT_FOUND when there is no such charge. */
  async list(merchantId: string, chargeId: string, query: ListRefundsQuery): Promise<Page<RefundRecord>> {
    if ((await this.charges.find(merchantId, chargeId)) === null) throw commonErrors.NOT_FOUND();
    return this.refunds.list(merchantId, chargeId, query);
  }
}
