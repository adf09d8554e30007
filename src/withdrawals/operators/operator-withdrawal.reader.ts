import { Injectable } from '@nestjs/common';
import { MerchantReader, OperatorReader, SecondOperatorService } from '../../auth';
import { commonErrors } from '../../common/errors';
import type { Page } from '../../common/http';
import type { Reading } from '../../database';
import { WalletReader } from '../../wallets';
import type { ListOperatorWithdrawalsQuery } from '../list-withdrawals.query';
import { type WithdrawalRecord, WithdrawalRepository } from '../withdrawal.repository';
import {
  type OperatorWithdrawalResponse,
  toOperatorWithdrawalResponse,
  type WaitingApproval,
} from './operator-withdrawal.response';

/** Withdrawals of all merchants as one operator sees them, with the names of those they belong to. */
@Injectable()
export class OperatorWithdrawalReader {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly merchants: MerchantReader,
    private readonly wallets: WalletReader,
    private readonly operators: OperatorReader,
    private readonly seconds: SecondOperatorService,
  ) {}

  /** One page, oldest first. */
  async list(
    viewerId: string,
    query: ListOperatorWithdrawalsQuery,
  ): Promise<Page<OperatorWithdrawalResponse>> {
    const page = await this.withdrawals.listAny(query);
    return { ...page, items: await this.respondAll(viewerId, page.items) };
  }

  /** Throws NOT_FOUND. */
  async get(viewerId: string, id: string): Promise<OperatorWithdrawalResponse> {
    const record = await this.withdrawals.findAny(id);
    if (record === null) throw commonErrors.NOT_FOUND();
    return this.respond(viewerId, record);
  }

  async respond(
    viewerId: string,
    record: WithdrawalRecord,
    reading?: Reading,
  ): Promise<OperatorWithdrawalResponse> {
    const [response] = await this.respondAll(viewerId, [record], reading);
    if (response === undefined) throw new Error('one withdrawal has one response');
    return response;
  }

  private async respondAll(
    viewerId: string,
    records: readonly WithdrawalRecord[],
    reading?: Reading,
  ): Promise<OperatorWithdrawalResponse[]> {
    const merchantIds = records.map(({ withdrawal }) => withdrawal.merchantId);
    const merchants = await this.merchants.findMany(merchantIds, reading);
    const owners = await this.wallets.listOwnerNames(
      records.map(({ withdrawal }) => withdrawal.walletId),
      reading,
    );
    const waiting = await this.listWaiting(viewerId, records, reading);
    return records.map((record) => {
      const { id, merchantId, walletId } = record.withdrawal;
      const merchant = merchants.get(merchantId);
      const owner = owners.get(walletId);
      if (merchant === undefined || owner === undefined)
        throw new Error('a withdrawal has a merchant and a wallet');
      return toOperatorWithdrawalResponse(record, merchant, owner, waiting.get(id) ?? null);
    });
  }

  /** First approvals that wait for a second one, by the withdrawal. */
  private async listWaiting(
    viewerId: string,
    records: readonly WithdrawalRecord[],
    reading?: Reading,
  ): Promise<ReadonlyMap<string, WaitingApproval>> {
    const firsts = records.flatMap(({ withdrawal }) => {
      const { id, status, firstApprovedBy: operatorId, firstApprovedAt: decidedAt } = withdrawal;
      const isWaiting = status === 'under_review' && operatorId !== null && decidedAt !== null;
      return isWaiting ? [{ id, operatorId, decidedAt }] : [];
    });
    const ids = firsts.map(({ operatorId }) => operatorId);
    const emails = await this.operators.findEmails(ids, reading);
    const hindrances = await this.seconds.listHindrances(firsts, viewerId, reading);
    return new Map(
      firsts.map(({ id, operatorId, decidedAt }, place) => [
        id,
        { by: emails.get(operatorId) ?? operatorId, at: decidedAt, hindrance: hindrances[place] ?? null },
      ]),
    );
  }
}
