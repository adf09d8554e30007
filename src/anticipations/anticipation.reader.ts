import { Injectable } from '@nestjs/common';
import { commonErrors, named } from '../common/errors';
import type { Page } from '../common/http';
import { toStatusSummary } from '../common/money';
import { WalletFundsService } from '../wallets';
import type { Anticipation } from './anticipation.entity';
import { AnticipationRepository } from './anticipation.repository';
import { AnticipationItemRepository, type ShownItem } from './items/anticipation-item.repository';
import type { ListAnticipationItemsQuery } from './items/list-anticipation-items.query';
import type { ListAnticipationsQuery } from './list-anticipations.query';
import type { AnticipationSummaryResponse } from './look/summary.response';

/** Anticipations as their merchant reads them. */
@Injectable()
export class AnticipationReader {
  constructor(
    private readonly anticipations: AnticipationRepository,
    private readonly items: AnticipationItemRepository,
    private readonly wallets: WalletFundsService,
  ) {}

  /** Throws NOT_FOUND. */
  async get(merchantId: string, id: string): Promise<Anticipation> {
    const found = await this.anticipations.find(merchantId, id);
    if (found === null) throw commonErrors.NOT_FOUND();
    return found;
  }

  /** One page, newest first. */
  list(merchantId: string, query: ListAnticipationsQuery): Promise<Page<Anticipation>> {
    return this.anticipations.list(merchantId, query);
  }

  /** One page of its receivables. Throws NOT_FOUND. */
  async listItems(
    merchantId: string,
    id: string,
    query: ListAnticipationItemsQuery,
  ): Promise<Page<ShownItem>> {
    return this.items.listShown(await this.get(merchantId, id), query);
  }

  /** Of all of a merchant's, or of one wallet's. Throws NOT_FOUND. */
  async getSummary(merchantId: string, walletId: string | null): Promise<AnticipationSummaryResponse> {
    if (walletId !== null) await named('wallet', this.wallets.get(merchantId, walletId));
    return toStatusSummary(await this.anticipations.listGroups(merchantId, walletId));
  }
}
