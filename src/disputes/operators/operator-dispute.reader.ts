import { Injectable } from '@nestjs/common';
import { MerchantReader } from '../../auth';
import { commonErrors } from '../../common/errors';
import type { Page } from '../../common/http';
import { DisputeRepository } from '../dispute.repository';
import type { ListOperatorDisputesQuery } from './list-operator-disputes.query';
import {
  type OperatorDisputeDetailResponse,
  type OperatorDisputeResponse,
  toOperatorDisputeDetailResponse,
  toOperatorDisputeResponse,
} from './operator-dispute.response';

/** Disputes of all merchants, with the names of those they belong to. */
@Injectable()
export class OperatorDisputeReader {
  constructor(
    private readonly disputes: DisputeRepository,
    private readonly merchants: MerchantReader,
  ) {}

  /** One page, oldest first. */
  async list(query: ListOperatorDisputesQuery): Promise<Page<OperatorDisputeResponse>> {
    const page = await this.disputes.listAny(query);
    const merchants = await this.merchants.findMany(page.items.map(({ dispute }) => dispute.merchantId));
    const items = page.items.map((record) => {
      const merchant = merchants.get(record.dispute.merchantId);
      if (merchant === undefined) throw new Error('a dispute has a merchant');
      return toOperatorDisputeResponse(record, merchant);
    });
    return { ...page, items };
  }

  /** Throws NOT_FOUND. */
  async get(id: string): Promise<OperatorDisputeDetailResponse> {
    const record = await this.disputes.findAny(id);
    if (record === null) throw commonErrors.NOT_FOUND();
    const { merchantId } = record.dispute;
    const merchant = (await this.merchants.findMany([merchantId])).get(merchantId);
    if (merchant === undefined) throw new Error('a dispute has a merchant');
    return toOperatorDisputeDetailResponse(record, merchant);
  }
}
