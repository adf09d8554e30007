import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ApiKeyRecord, type MerchantListQuery, type MerchantRecord, MerchantsService } from '../../../auth';
import { commonErrors } from '../../../common/errors';
import type { Page } from '../../../common/http';
import { Submerchant } from '../../../submerchants';
import type { MerchantCounts } from './merchant.responses';

interface CountRow {
  readonly id: string;
  readonly count: number;
}

/** Merchants as operators look at them. */
@Injectable()
export class DeskMerchants {
  constructor(
    private readonly dataSource: DataSource,
    private readonly merchants: MerchantsService,
  ) {}

  /** Throws NOT_FOUND. */
  async get(id: string): Promise<MerchantRecord> {
    const merchant = (await this.merchants.findAll([id])).get(id);
    if (merchant === undefined) throw commonErrors.NOT_FOUND();
    return merchant;
  }

  /** One page with its counts: one statement for each kind, whatever the size of the page. */
  async list(
    query: MerchantListQuery,
  ): Promise<Page<{ readonly merchant: MerchantRecord; readonly counts: MerchantCounts }>> {
    const page = await this.merchants.list(query);
    const counts = await this.counts(page.items.map(({ id }) => id));
    return { ...page, items: page.items.map((merchant) => ({ merchant, counts: counts(merchant.id) })) };
  }

  async counts(ids: readonly string[]): Promise<(id: string) => MerchantCounts> {
    if (ids.length === 0) return () => ({ submerchants: 0, activeKeys: 0 });
    const { manager } = this.dataSource;
    const submerchants = await manager
      .createQueryBuilder(Submerchant, 'one')
      .select('one.merchantId', 'id')
      .addSelect('count(*)::int', 'count')
      .where('one.merchantId IN (:...ids)', { ids })
      .groupBy('one.merchantId')
      .getRawMany<CountRow>();
    const keys = await manager
      .createQueryBuilder(ApiKeyRecord, 'one')
      .select('one.merchantId', 'id')
      .addSelect('count(*)::int', 'count')
      .where('one.merchantId IN (:...ids)', { ids })
      .andWhere('one.revokedAt IS NULL AND (one.expiresAt IS NULL OR one.expiresAt > now())')
      .groupBy('one.merchantId')
      .getRawMany<CountRow>();
    return (id) => ({ submerchants: countOf(submerchants, id), activeKeys: countOf(keys, id) });
  }
}

function countOf(rows: readonly CountRow[], wanted: string): number {
  return rows.find(({ id }) => id === wanted)?.count ?? 0;
}
