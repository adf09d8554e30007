import { Injectable } from '@nestjs/common';
import { AppConfig, type RateLimits } from '../../config';
import type { Reading } from '../../database';
import { authErrors } from '../auth.errors';
import type { MerchantMode } from '../identity';
import { coolingOffHoursOf } from './cooling-off/cooling-off.rules';
import { limitsOf } from './limits/merchant-limits.rules';
import type { Merchant } from './merchant.entity';
import { MerchantRepository } from './merchant.repository';

/** A merchant as other features and the command line know one. */
export interface MerchantSummary {
  readonly id: string;
  readonly name: string;
  readonly mode: MerchantMode;
  /** In force, in requests per 60 seconds. */
  readonly limits: RateLimits;
  /** In force, for destinations that become active now (money contract §12). */
  readonly coolingOffHours: number;
  readonly createdAt: Date;
}

/** Reads merchants. */
@Injectable()
export class MerchantReader {
  constructor(
    private readonly merchants: MerchantRepository,
    private readonly config: AppConfig,
  ) {}

  /** Throws MERCHANT_NOT_FOUND. */
  async get(id: string, on?: Reading): Promise<MerchantSummary> {
    const merchant = await this.merchants.find(id, on);
    if (merchant === null) throw authErrors.MERCHANT_NOT_FOUND();
    return this.summary(merchant);
  }

  /** By id; what is unknown is not in it. */
  async findMany(ids: readonly string[], on?: Reading): Promise<ReadonlyMap<string, MerchantSummary>> {
    const found = await this.merchants.findMany(ids, on);
    return new Map(found.map((merchant) => [merchant.id, this.summary(merchant)]));
  }

  /** All of them, newest first. */
  async listAll(): Promise<MerchantSummary[]> {
    return (await this.merchants.listAll()).map((merchant) => this.summary(merchant));
  }

  private summary(merchant: Merchant): MerchantSummary {
    const { id, name, mode, createdAt } = merchant;
    const limits = limitsOf(merchant, this.config.rateLimits).inForce;
    return { id, name, mode, limits, coolingOffHours: coolingOffHoursOf(merchant), createdAt };
  }
}
