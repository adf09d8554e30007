import { Injectable } from '@nestjs/common';
import { commonErrors } from '../common/errors';
import type { Page } from '../common/http';
import type { Reading } from '../database';
import type { ListWithdrawalsQuery } from './list-withdrawals.query';
import { type WithdrawalRecord, WithdrawalRepository } from './withdrawal.repository';

/** A merchant's withdrawals. */
@Injectable()
export class WithdrawalReader {
  constructor(private readonly withdrawals: WithdrawalRepository) {}

  /** Throws NOT_FOUND, also for another merchant's. */
  async get(merchantId: string, id: string, reading?: Reading): Promise<WithdrawalRecord> {
    const found = await this.withdrawals.find(merchantId, id, reading);
    if (found === null) throw commonErrors.NOT_FOUND();
    return found;
  }

  /** One page, newest first. */
  list(merchantId: string, query: ListWithdrawalsQuery): Promise<Page<WithdrawalRecord>> {
    return this.withdrawals.list(merchantId, query);
  }
}
