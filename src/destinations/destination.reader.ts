import { Injectable } from '@nestjs/common';
import { commonErrors } from '../common/errors';
import type { Page } from '../common/http';
import type { Reading } from '../database';
import { WalletFundsService } from '../wallets';
import type { Destination } from './destination.entity';
import { DestinationRepository } from './destination.repository';
import type { ListDestinationsQuery } from './list-destinations.query';

/** Destinations for whoever looks at them. */
@Injectable()
export class DestinationReader {
  constructor(
    private readonly destinations: DestinationRepository,
    private readonly wallets: WalletFundsService,
  ) {}

  /** Throws NOT_FOUND, also for another wallet's. */
  async get(merchantId: string, walletId: string, id: string, reading?: Reading): Promise<Destination> {
    const found = await this.destinations.find(merchantId, id, reading);
    if (found?.walletId !== walletId) throw commonErrors.NOT_FOUND();
    return found;
  }

  /** One page of a wallet's, newest first. Throws NOT_FOUND, also for another merchant's wallet. */
  async list(merchantId: string, walletId: string, query: ListDestinationsQuery): Promise<Page<Destination>> {
    await this.wallets.get(merchantId, walletId);
    return this.destinations.list(merchantId, walletId, query);
  }
}
