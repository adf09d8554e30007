import { Injectable } from '@nestjs/common';
import { MerchantReader } from '../../auth';
import { commonErrors } from '../../common/errors';
import type { Page } from '../../common/http';
import type { Reading } from '../../database';
import { WalletReader } from '../../wallets';
import type { Anticipation } from '../anticipation.entity';
import { AnticipationRepository } from '../anticipation.repository';
import { AnticipationItemRepository, type ShownItem } from '../items/anticipation-item.repository';
import type { ListAnticipationItemsQuery } from '../items/list-anticipation-items.query';
import type { ListOperatorAnticipationsQuery } from '../list-anticipations.query';
import {
  type OperatorAnticipationResponse,
  toOperatorAnticipationResponse,
} from './operator-anticipation.response';

/** Anticipations of all merchants, with the names of those they belong to. */
@Injectable()
export class OperatorAnticipationReader {
  constructor(
    private readonly anticipations: AnticipationRepository,
    private readonly items: AnticipationItemRepository,
    private readonly merchants: MerchantReader,
    private readonly wallets: WalletReader,
  ) {}

  /** One page, oldest first. */
  async list(query: ListOperatorAnticipationsQuery): Promise<Page<OperatorAnticipationResponse>> {
    const page = await this.anticipations.listAny(query);
    return { ...page, items: await this.respondAll(page.items) };
  }

  /** Throws NOT_FOUND. */
  async get(id: string): Promise<OperatorAnticipationResponse> {
    return this.respond(await this.getRecord(id));
  }

  /** One page of its receivables. Throws NOT_FOUND. */
  async listItems(id: string, query: ListAnticipationItemsQuery): Promise<Page<ShownItem>> {
    return this.items.listShown(await this.getRecord(id), query);
  }

  async respond(anticipation: Anticipation, reading?: Reading): Promise<OperatorAnticipationResponse> {
    const [response] = await this.respondAll([anticipation], reading);
    if (response === undefined) throw new Error('one anticipation has one response');
    return response;
  }

  private async getRecord(id: string): Promise<Anticipation> {
    const found = await this.anticipations.findAny(id);
    if (found === null) throw commonErrors.NOT_FOUND();
    return found;
  }

  private async respondAll(
    anticipations: readonly Anticipation[],
    reading?: Reading,
  ): Promise<OperatorAnticipationResponse[]> {
    const merchants = await this.merchants.findMany(
      anticipations.map(({ merchantId }) => merchantId),
      reading,
    );
    const owners = await this.wallets.listOwnerNames(
      anticipations.map(({ walletId }) => walletId),
      reading,
    );
    return anticipations.map((anticipation) => {
      const merchant = merchants.get(anticipation.merchantId);
      const owner = owners.get(anticipation.walletId);
      if (merchant === undefined || owner === undefined)
        throw new Error('an anticipation has a merchant and a wallet');
      return toOperatorAnticipationResponse(anticipation, merchant, owner);
    });
  }
}
