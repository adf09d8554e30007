import { Injectable } from '@nestjs/common';
import type { ListQuery, Page } from '../../common/http';
import type { Wallet } from '../wallet.entity';
import type { Transfer } from './transfer.entity';
import { TransferRepository } from './transfer.repository';

/** Transfers from a merchant's own wallet, or to one of its submerchants'. */
@Injectable()
export class TransferReader {
  constructor(private readonly transfers: TransferRepository) {}

  list(wallet: Wallet, query: ListQuery): Promise<Page<Transfer>> {
    return this.transfers.list(wallet, query);
  }
}
