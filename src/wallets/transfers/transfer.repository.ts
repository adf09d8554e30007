import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ListQuery, type Page, paginate } from '../../common/http';
import type { Tx } from '../../database';
import type { Wallet } from '../wallet.entity';
import { Transfer } from './transfer.entity';

/** The rows of transfers. */
@Injectable()
export class TransferRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One page of what left the merchant's own wallet, or came into one of its submerchants', newest first. */
  async list({ merchantId, id, ownerType }: Wallet, query: ListQuery): Promise<Page<Transfer>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(Transfer, 'transfer')
      .where(ownerType === 'merchant' ? { merchantId } : { merchantId, toWalletId: id });
    return paginate(builder, query, { alias: 'transfer', merchantId });
  }

  async insert(tx: Tx, transfer: Transfer): Promise<void> {
    await tx.insert(Transfer, transfer);
  }
}
