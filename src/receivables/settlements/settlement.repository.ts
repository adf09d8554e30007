import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Page, paginate } from '../../common/http';
import type { Tx } from '../../database';
import type { ListSettlementsQuery } from './list-settlements.query';
import { Settlement } from './settlement.entity';

/** All statements about settlements. */
@Injectable()
export class SettlementRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(merchantId: string, id: string): Promise<Settlement | null> {
    return this.dataSource.manager.findOneBy(Settlement, { merchantId, id });
  }

  /** One page of a merchant's, newest first. */
  async list(merchantId: string, query: ListSettlementsQuery): Promise<Page<Settlement>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(Settlement, 'settlement')
      .where('settlement.merchantId = :merchantId', { merchantId });
    if (query.wallet_id !== undefined) builder.andWhere({ walletId: query.wallet_id });
    return paginate(builder, query, { alias: 'settlement', merchantId });
  }

  async insert(tx: Tx, settlements: readonly Settlement[]): Promise<void> {
    await tx.insert(Settlement, [...settlements]);
  }
}
