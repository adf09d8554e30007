import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Page, paginate } from '../../common/http';
import type { Tx } from '../../database';
import type { Wallet } from '../wallet.entity';
import { Hold } from './hold.entity';
import type { ListHoldsQuery } from './list-holds.query';

/** The rows of holds. */
@Injectable()
export class HoldRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One page of a wallet's, newest first. */
  async list({ merchantId, id }: Wallet, query: ListHoldsQuery): Promise<Page<Hold>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(Hold, 'hold')
      .where({ merchantId, walletId: id });
    const { status } = query;
    if (status !== undefined && !(status.includes('held') && status.includes('released')))
      builder.andWhere(`hold.releasedAt IS ${status.includes('held') ? 'NULL' : 'NOT NULL'}`);
    return paginate(builder, query, { alias: 'hold', merchantId });
  }

  async insert(tx: Tx, hold: Hold): Promise<void> {
    await tx.insert(Hold, hold);
  }

  /** The row, locked until the transaction ends. */
  async lock(tx: Tx, merchantId: string, id: string): Promise<Hold | null> {
    return tx.findOne(Hold, { where: { merchantId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /** Locks what ends on this day or before, of all merchants, the oldest first; what somebody holds is left for the next round. */
  async lockDue(tx: Tx, until: string, limit: number): Promise<Hold[]> {
    return tx
      .createQueryBuilder(Hold, 'hold')
      .setLock('for_no_key_update')
      .setOnLocked('skip_locked')
      .where('hold.releasedAt IS NULL AND hold.releaseDate <= :until', { until })
      .orderBy('hold.releaseDate')
      .addOrderBy('hold.merchantId')
      .addOrderBy('hold.id')
      .limit(limit)
      .getMany();
  }

  /** Of locked ones: they hold nothing any more. */
  async release(tx: Tx, holds: readonly Hold[], by: string | null, at: Date): Promise<void> {
    await tx.query(
      `UPDATE holds AS row SET released_at = $4, released_by = $3
         FROM unnest($1::uuid[], $2::uuid[]) AS by (merchant_id, id)
        WHERE row.merchant_id = by.merchant_id AND row.id = by.id`,
      [holds.map(({ merchantId }) => merchantId), holds.map(({ id }) => id), by, at],
    );
  }
}
