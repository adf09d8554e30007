import { Injectable } from '@nestjs/common';
import { DataSource, In, type SelectQueryBuilder } from 'typeorm';
import { type Page, paginate } from '../common/http';
import { insertRows, prepared, type Reading, toRows, type Tx } from '../database';
import type { ListOperatorWalletsQuery, ListWalletsQuery } from './listing/list-wallets.query';
import { Wallet } from './wallet.entity';
import { statesOf } from './wallet.transitions';

/** A wallet among all merchants'. */
export type WalletKey = Pick<Wallet, 'merchantId' | 'id'>;

/** The rows of wallets. */
@Injectable()
export class WalletRepository {
  private insertStatement: string | null = null;

  constructor(private readonly dataSource: DataSource) {}

  async find(merchantId: string, id: string, on: Reading = this.dataSource.manager): Promise<Wallet | null> {
    return on.findOneBy(Wallet, { merchantId, id });
  }

  /** As find, for operators: whosesoever it is. */
  async findAny(id: string, on: Reading = this.dataSource.manager): Promise<Wallet | null> {
    return on.findOneBy(Wallet, { id });
  }

  /** The merchants' own wallets. */
  async listOwn(on: Reading, merchantIds: readonly string[]): Promise<Wallet[]> {
    return on.findBy(Wallet, { merchantId: In([...merchantIds]), id: In([...merchantIds]) });
  }

  /** Those of the ids that are this merchant's, in no particular order. */
  async findMany(on: Reading, merchantId: string, ids: readonly string[]): Promise<Wallet[]> {
    return ids.length === 0 ? [] : on.findBy(Wallet, { merchantId, id: In([...ids]) });
  }

  /** What the owners of some wallets are called, of any merchants. */
  async listOwnerNames(ids: readonly string[], on: Reading = this.dataSource.manager): Promise<Wallet[]> {
    if (ids.length === 0) return [];
    return on.find(Wallet, { select: { id: true, ownerName: true }, where: { id: In([...ids]) } });
  }

  /** One page of a merchant's wallets, newest first; the merchant finds tax numbers by any part. */
  async list(merchantId: string, query: ListWalletsQuery): Promise<Page<Wallet>> {
    return this.page(this.all().where({ merchantId }), query, 'part', merchantId);
  }

  /** As list, for operators: of all merchants, or of the one that the query names. */
  async listAny(query: ListOperatorWalletsQuery): Promise<Page<Wallet>> {
    const { merchant_id: merchantId } = query;
    const builder = merchantId === undefined ? this.all().where('TRUE') : this.all().where({ merchantId });
    return this.page(builder, query, 'whole');
  }

  /** The row, locked until the transaction ends. */
  async lock(tx: Tx, merchantId: string, id: string): Promise<Wallet | null> {
    // NO KEY: what only refers to it need not wait.
    return tx.findOne(Wallet, { where: { merchantId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /**
   * Wallets of one merchant whose state cannot change until the transaction ends, in the order of their ids; others may
   * do the same at once.
   */
  async lockShared(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Wallet[]> {
    return tx
      .createQueryBuilder(Wallet, 'wallet')
      .where('wallet.merchantId = :merchantId AND wallet.id IN (:...ids)', { merchantId, ids })
      .orderBy('wallet.id')
      .setLock('pessimistic_read')
      .getMany();
  }

  /** All in one statement. */
  async insert(tx: Tx, wallets: readonly Wallet[]): Promise<void> {
    this.insertStatement ??= prepared(insertRows(tx, Wallet, '$1'));
    await tx.query(this.insertStatement, [toRows(tx, Wallet, wallets)]);
  }

  async update(tx: Tx, wallet: Wallet): Promise<void> {
    const { merchantId, id, ...columns } = wallet;
    await tx.update(Wallet, { merchantId, id }, columns);
  }

  private all(): SelectQueryBuilder<Wallet> {
    return this.dataSource.manager.createQueryBuilder(Wallet, 'wallet');
  }

  private page(
    builder: SelectQueryBuilder<Wallet>,
    query: ListWalletsQuery,
    found: 'part' | 'whole',
    merchantId?: string,
  ): Promise<Page<Wallet>> {
    const states = query.status === undefined ? undefined : statesOf(query.status);
    if (states !== undefined) builder.andWhere('wallet.state IN (:...states)', { states });
    return paginate(builder, query, {
      alias: 'wallet',
      merchantId,
      search: 'wallet.searchText',
      taxId: { column: 'wallet.ownerTaxId', found },
    });
  }
}
