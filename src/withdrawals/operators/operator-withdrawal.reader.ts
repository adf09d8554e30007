import { Injectable } from '@nestjs/common';
import { MerchantReader, OperatorReader } from '../../auth';
import type { Page } from '../../common/http';
import type { Reading } from '../../database';
import type { ListOperatorWithdrawalsQuery } from '../list-withdrawals.query';
import { type WithdrawalRecord, WithdrawalRepository } from '../withdrawal.repository';
import {
  type OperatorWithdrawalResponse,
  toOperatorWithdrawalResponse,
} from './operator-withdrawal.response';

/** Withdrawals of all merchants, with the names of those they belong to. */
@Injectable()
export class OperatorWithdrawalReader {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly merchants: MerchantReader,
    private readonly operators: OperatorReader,
  ) {}

  /** One page, oldest first. */
  async list(query: ListOperatorWithdrawalsQuery): Promise<Page<OperatorWithdrawalResponse>> {
    const page = await this.withdrawals.listAny(query);
    return { ...page, items: await this.respondAll(page.items) };
  }

  async respond(record: WithdrawalRecord, reading?: Reading): Promise<OperatorWithdrawalResponse> {
    const [response] = await this.respondAll([record], reading);
    if (response === undefined) throw new Error('one withdrawal has one response');
    return response;
  }

  private async respondAll(
    records: readonly WithdrawalRecord[],
    reading?: Reading,
  ): Promise<OperatorWithdrawalResponse[]> {
    const merchants = await this.merchants.findMany(
      records.map(({ withdrawal }) => withdrawal.merchantId),
      reading,
    );
    const approvers = records.flatMap(({ withdrawal }) => withdrawal.firstApprovedBy ?? []);
    const emails = await this.operators.findEmails(approvers, reading);
    return records.map((record) => {
      const merchant = merchants.get(record.withdrawal.merchantId);
      if (merchant === undefined) throw new Error('a withdrawal has a merchant');
      return toOperatorWithdrawalResponse(record, merchant, emails);
    });
  }
}
