import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { Clock, IdGenerator, searchText } from '../../common';
import { type AuditActor, AuditLog } from '../../common/audit';
import { type Page, paginate } from '../../common/http';
import { AppConfig, type RateLimits } from '../../config';
import { type Tx, TxRunner } from '../../database';
import { authErrors } from '../auth.errors';
import type { MerchantMode } from '../identity';
import type { MerchantListQuery } from './merchant-list.query';
import { Merchant } from './merchant.entity';

/** Limits by category: null stands for the service's own. */
export type OwnLimits = Readonly<Record<keyof RateLimits, number | null>>;

/** Merchants and their limits, for the command line and the back office. */
@Injectable()
export class MerchantsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: TxRunner,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly audit: AuditLog,
  ) {}

  async create(tx: Tx, input: { name: string; mode: MerchantMode }, actor: AuditActor): Promise<Merchant> {
    const id = this.ids.next();
    const merchant = tx.create(Merchant, {
      id,
      name: input.name,
      mode: input.mode,
      limitTransactions: null,
      limitQueries: null,
      limitDefault: null,
      searchText: searchText(input.name, id),
      createdAt: this.clock.now(),
    });
    await tx.insert(Merchant, merchant);
    await this.audit.append(tx, {
      action: 'merchant.created',
      actor,
      target: { type: 'merchant', id },
      merchantId: id,
      details: { name: merchant.name, mode: merchant.mode },
    });
    return merchant;
  }

  /** Newest first. */
  all(): Promise<Merchant[]> {
    return this.dataSource.getRepository(Merchant).find({ order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** One page, newest first, for the back office. */
  list(query: MerchantListQuery): Promise<Page<Merchant>> {
    const builder = this.dataSource.manager.createQueryBuilder(Merchant, 'merchant').where('TRUE');
    if (query.mode !== undefined) builder.andWhere('merchant.mode = :mode', { mode: query.mode });
    return paginate(builder, query, { alias: 'merchant', search: 'merchant.searchText' });
  }

  /** By id; what is unknown is not in it. */
  async findAll(ids: readonly string[]): Promise<ReadonlyMap<string, Merchant>> {
    if (ids.length === 0) return new Map();
    const merchants = await this.dataSource.getRepository(Merchant).findBy({ id: In([...new Set(ids)]) });
    return new Map(merchants.map((merchant) => [merchant.id, merchant]));
  }

  /** Throws MERCHANT_NOT_FOUND. */
  async get(id: string): Promise<Merchant> {
    const merchant = await this.dataSource.getRepository(Merchant).findOneBy({ id });
    if (merchant === null) throw authErrors.MERCHANT_NOT_FOUND();
    return merchant;
  }

  /** The limits in force: the merchant's own, else the service's. */
  limitsOf(merchant: Merchant): RateLimits {
    const defaults = this.config.rateLimits;
    return {
      transactions: merchant.limitTransactions ?? defaults.transactions,
      queries: merchant.limitQueries ?? defaults.queries,
      default: merchant.limitDefault ?? defaults.default,
    };
  }

  /** The merchant's own limits; null where the service's counts. */
  ownLimitsOf(merchant: Merchant): OwnLimits {
    const { limitTransactions: transactions, limitQueries: queries, limitDefault: others } = merchant;
    return { transactions, queries, default: others };
  }

  /** As changeLimits, in a transaction of its own. */
  async setLimits(id: string, limits: Partial<OwnLimits>, actor: AuditActor): Promise<RateLimits> {
    return this.transactions.run(async (tx) => this.limitsOf(await this.changeLimits(tx, id, limits, actor)));
  }

  /**
   * Changes the categories that are named (null: back to the default), in force within five seconds everywhere.
   * Throws MERCHANT_NOT_FOUND.
   */
  async changeLimits(tx: Tx, id: string, limits: Partial<OwnLimits>, actor: AuditActor): Promise<Merchant> {
    const merchant = await tx.findOne(Merchant, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (merchant === null) throw authErrors.MERCHANT_NOT_FOUND();
    const before = this.ownLimitsOf(merchant);
    if (limits.transactions !== undefined) merchant.limitTransactions = limits.transactions;
    if (limits.queries !== undefined) merchant.limitQueries = limits.queries;
    if (limits.default !== undefined) merchant.limitDefault = limits.default;
    await tx.save(merchant);
    await this.audit.append(tx, {
      action: 'limits.changed',
      actor,
      target: { type: 'merchant', id },
      merchantId: id,
      details: { from: before, to: this.ownLimitsOf(merchant) },
    });
    return merchant;
  }
}
