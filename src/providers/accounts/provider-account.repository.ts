import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Page, paginate } from '../../common/http';
import type { Reading, Tx } from '../../database';
import type { ListProviderAccountsQuery } from './list-provider-accounts.query';
import { ProviderAccount } from './provider-account.entity';

/** Accounts at institutions. */
@Injectable()
export class ProviderAccountRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(id: string, on: Reading = this.dataSource.manager): Promise<ProviderAccount | null> {
    return on.findOneBy(ProviderAccount, { id });
  }

  /** What can take something new for a merchant: its own accounts before the platform's, the newest first. */
  async listActive(merchantId: string): Promise<ProviderAccount[]> {
    return this.dataSource.manager
      .createQueryBuilder(ProviderAccount, 'account')
      .where(
        `account.status = 'active' AND (account.merchantId = :merchantId OR account.merchantId IS NULL)`,
        {
          merchantId,
        },
      )
      .orderBy('account.merchantId', 'ASC', 'NULLS LAST')
      .addOrderBy('account.createdAt', 'DESC')
      .addOrderBy('account.id', 'DESC')
      .getMany();
  }

  /** One page, newest first: of the platform and all merchants, or of the one that the query names. */
  async list(query: ListProviderAccountsQuery): Promise<Page<ProviderAccount>> {
    const builder = this.dataSource.manager.createQueryBuilder(ProviderAccount, 'account').where('TRUE');
    if (query.merchant_id !== undefined) builder.andWhere({ merchantId: query.merchant_id });
    if (query.owner === 'platform') builder.andWhere('account.merchantId IS NULL');
    if (query.mode !== undefined) builder.andWhere('account.mode = :mode', { mode: query.mode });
    return paginate(builder, query, { alias: 'account', status: 'account.status' });
  }

  /** All that serve or served a merchant: its own and the platform's of its mode, newest first. */
  async listOf(merchantId: string, mode: string): Promise<ProviderAccount[]> {
    return this.dataSource.manager
      .createQueryBuilder(ProviderAccount, 'account')
      .where('account.mode = :mode AND (account.merchantId = :merchantId OR account.merchantId IS NULL)', {
        mode,
        merchantId,
      })
      .orderBy('account.createdAt', 'DESC')
      .addOrderBy('account.id', 'DESC')
      .getMany();
  }

  /** Of the platform and all merchants, also those that take nothing new, the oldest first. */
  async listOfAdapter(adapter: string): Promise<ProviderAccount[]> {
    return this.dataSource.manager.find(ProviderAccount, {
      where: { adapter },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  async lock(tx: Tx, id: string): Promise<ProviderAccount | null> {
    return tx.findOne(ProviderAccount, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Locks accounts after an id whose credentials are not sealed with the newest key. */
  async lockSealedOtherwise(
    tx: Tx,
    after: string,
    newestPrefix: string,
    limit: number,
  ): Promise<ProviderAccount[]> {
    return tx
      .createQueryBuilder(ProviderAccount, 'account')
      .setLock('pessimistic_write')
      .where('account.id > :after AND NOT starts_with(account.credentialsBox, :newestPrefix)', {
        after,
        newestPrefix,
      })
      .orderBy('account.id')
      .limit(limit)
      .getMany();
  }

  async insert(tx: Tx, account: ProviderAccount): Promise<void> {
    await tx.insert(ProviderAccount, account);
  }

  async update(tx: Tx, { id, status, disabledAt, credentialsBox }: ProviderAccount): Promise<void> {
    await tx.update(ProviderAccount, { id }, { status, disabledAt, credentialsBox });
  }
}
