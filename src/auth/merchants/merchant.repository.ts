import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { type Page, paginate } from '../../common/http';
import type { Reading, Tx } from '../../database';
import type { ListMerchantsQuery } from './list-merchants.query';
import { Merchant } from './merchant.entity';

/** The rows of merchants. */
@Injectable()
export class MerchantRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(id: string, on: Reading = this.dataSource.manager): Promise<Merchant | null> {
    return on.findOneBy(Merchant, { id });
  }

  /** Those of these ids that there are. */
  async findMany(ids: readonly string[], on: Reading = this.dataSource.manager): Promise<Merchant[]> {
    if (ids.length === 0) return [];
    return on.findBy(Merchant, { id: In([...new Set(ids)]) });
  }

  /** One page, newest first. */
  async list(query: ListMerchantsQuery): Promise<Page<Merchant>> {
    const builder = this.dataSource.manager.createQueryBuilder(Merchant, 'merchant').where('TRUE');
    if (query.mode !== undefined) builder.andWhere('merchant.mode = :mode', { mode: query.mode });
    return paginate(builder, query, { alias: 'merchant', search: 'merchant.searchText' });
  }

  /** All of them, newest first. */
  async listAll(): Promise<Merchant[]> {
    return this.dataSource.manager.find(Merchant, { order: { createdAt: 'DESC', id: 'DESC' } });
  }

  async lock(tx: Tx, id: string): Promise<Merchant | null> {
    return tx.findOne(Merchant, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async insert(tx: Tx, merchant: Merchant): Promise<void> {
    await tx.insert(Merchant, merchant);
  }

  async updateTaxId(tx: Tx, { id, taxId }: Merchant): Promise<void> {
    await tx.update(Merchant, { id }, { taxId });
  }

  async updateCoolingOff(tx: Tx, { id, coolingOffHours }: Merchant): Promise<void> {
    await tx.update(Merchant, { id }, { coolingOffHours });
  }

  /** Of the limits alone. */
  async updateLimits(tx: Tx, merchant: Merchant): Promise<void> {
    const { id, limitTransactions, limitQueries, limitDefault } = merchant;
    await tx.update(Merchant, { id }, { limitTransactions, limitQueries, limitDefault });
  }
}
