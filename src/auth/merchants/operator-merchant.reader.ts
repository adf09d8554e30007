import { Injectable } from '@nestjs/common';
import { commonErrors } from '../../common/errors';
import type { Page } from '../../common/http';
import { AppConfig } from '../../config';
import { ApiKeyRepository } from '../api-keys/api-key.repository';
import { limitsOf, type MerchantLimits } from './limits/merchant-limits.rules';
import type { ListMerchantsQuery } from './list-merchants.query';
import type { Merchant } from './merchant.entity';
import { MerchantRepository } from './merchant.repository';
import { SubmerchantCounter } from './submerchant-counter.port';

/** What operators see of a merchant besides its record. */
export interface MerchantCounts {
  readonly submerchants: number;
  readonly activeKeys: number;
}

/** A merchant with its counts. */
export interface CountedMerchant {
  readonly merchant: Merchant;
  readonly counts: MerchantCounts;
}

/** Merchants as operators look at them (contract §8). */
@Injectable()
export class OperatorMerchantReader {
  constructor(
    private readonly merchants: MerchantRepository,
    private readonly keys: ApiKeyRepository,
    private readonly submerchants: SubmerchantCounter,
    private readonly config: AppConfig,
  ) {}

  /** Throws NOT_FOUND. */
  async get(id: string): Promise<CountedMerchant> {
    const merchant = await this.record(id);
    const countsOf = await this.counts([id]);
    return { merchant, counts: countsOf(id) };
  }

  /** Throws NOT_FOUND. */
  async getLimits(id: string): Promise<MerchantLimits> {
    return limitsOf(await this.record(id), this.config.rateLimits);
  }

  /** One page with its counts: one statement for each kind, whatever the size of the page. */
  async list(query: ListMerchantsQuery): Promise<Page<CountedMerchant>> {
    const page = await this.merchants.list(query);
    const countsOf = await this.counts(page.items.map(({ id }) => id));
    return { ...page, items: page.items.map((merchant) => ({ merchant, counts: countsOf(merchant.id) })) };
  }

  private async record(id: string): Promise<Merchant> {
    const merchant = await this.merchants.find(id);
    if (merchant === null) throw commonErrors.NOT_FOUND();
    return merchant;
  }

  private async counts(ids: readonly string[]): Promise<(id: string) => MerchantCounts> {
    const submerchants = await this.submerchants.countByMerchant(ids);
    const activeKeys = await this.keys.countActive(ids);
    return (id) => ({ submerchants: submerchants.get(id) ?? 0, activeKeys: activeKeys.get(id) ?? 0 });
  }
}
