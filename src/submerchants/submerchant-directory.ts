import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { Tx } from '../database';
import { Submerchant } from './submerchant.entity';
import type { SubmerchantStatus } from './submerchant.transitions';

export interface SubmerchantStanding {
  readonly id: string;
  readonly status: SubmerchantStatus;
}

/** What other features may know of a merchant's submerchants: that they exist, and their status. */
@Injectable()
export class SubmerchantDirectory {
  constructor(private readonly dataSource: DataSource) {}

  /** Those of the ids that are this merchant's submerchants, in no particular order; the others are left out. */
  async findMany(merchantId: string, ids: readonly string[]): Promise<SubmerchantStanding[]> {
    return ids.length === 0 ? [] : this.query(this.dataSource.manager, merchantId, ids).getMany();
  }

  /** As findMany, and their status cannot change until the transaction ends (FOR SHARE, in the order of the ids). */
  async lockMany(tx: Tx, merchantId: string, ids: readonly string[]): Promise<SubmerchantStanding[]> {
    if (ids.length === 0) return [];
    return this.query(tx, merchantId, ids).orderBy('submerchant.id').setLock('pessimistic_read').getMany();
  }

  private query(manager: EntityManager, merchantId: string, ids: readonly string[]) {
    return manager
      .createQueryBuilder(Submerchant, 'submerchant')
      .select(['submerchant.id', 'submerchant.status'])
      .where({ merchantId, id: In([...ids]) });
  }
}
