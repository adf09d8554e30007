import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { SubmerchantCounter } from '../auth';
import { commonErrors } from '../common/errors';
import { type Page, paginate } from '../common/http';
import {
  insertRows,
  isConstraintViolation,
  prepared,
  type Reading,
  toRows,
  type Tx,
  updateRow,
} from '../database';
import { SubmerchantHistory } from './history/submerchant-history.entity';
import type { ListSubmerchantsQuery } from './record/list-submerchants.query';
import { Submerchant } from './submerchant.entity';
import { submerchantErrors } from './submerchant.errors';
import type { SubmerchantStatus } from './submerchant.transitions';

/** Foreign keys that carry the entity type of the submerchant: while one points here, the type cannot change. */
const ENTITY_TYPE_KEYS = ['fk_legal_representatives_submerchant', 'fk_submerchant_documents_submerchant'];

const LOCK_FREE_STANDINGS = prepared(
  `SELECT submerchant.merchant_id AS "merchantId", submerchant.id, submerchant.status
     FROM unnest($1::uuid[], $2::uuid[]) AS wanted (merchant_id, id)
     JOIN submerchants AS submerchant USING (merchant_id, id)
    ORDER BY submerchant.merchant_id, submerchant.id
      FOR SHARE OF submerchant SKIP LOCKED`,
);

export type SubmerchantKey = Pick<Submerchant, 'merchantId' | 'id'>;

export interface SubmerchantStanding {
  readonly merchantId: string;
  readonly id: string;
  readonly status: SubmerchantStatus;
}

@Injectable()
export class SubmerchantRepository implements SubmerchantCounter {
  private statements: { readonly insert: string; readonly update: string } | null = null;

  constructor(private readonly dataSource: DataSource) {}

  /** One page of a merchant's submerchants; the merchant finds tax numbers by any part, an operator whole. */
  async list(
    merchantId: string,
    query: ListSubmerchantsQuery,
    found: 'part' | 'whole',
  ): Promise<Page<Submerchant>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(Submerchant, 'submerchant')
      .where('submerchant.merchantId = :merchantId', { merchantId });
    if (query.entity_type !== undefined) {
      builder.andWhere('submerchant.entityType = :entityType', { entityType: query.entity_type });
    }
    return paginate(builder, query, {
      alias: 'submerchant',
      merchantId,
      search: 'submerchant.searchText',
      taxId: { column: 'submerchant.taxId', found },
      status: 'submerchant.status',
    });
  }

  async countByMerchant(merchantIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.dataSource.query<{ id: string; count: number }[]>(
      `SELECT merchant_id AS id, count(*)::int AS count FROM submerchants
        WHERE merchant_id = ANY ($1::uuid[]) GROUP BY merchant_id`,
      [merchantIds],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  /** Throws NOT_FOUND, also for another merchant's submerchant. */
  async get(merchantId: string, id: string): Promise<Submerchant> {
    return found(await this.dataSource.manager.findOneBy(Submerchant, { id, merchantId }));
  }

  /** As get, for operators: whosesoever it is. */
  async getAny(manager: Reading | undefined, id: string): Promise<Submerchant> {
    return found(await (manager ?? this.dataSource.manager).findOneBy(Submerchant, { id }));
  }

  /** The row, locked until the transaction ends. Throws NOT_FOUND, also for another merchant's submerchant. */
  async lock(tx: Tx, merchantId: string, id: string): Promise<Submerchant> {
    return found(await this.lockWhere(tx, { id, merchantId }));
  }

  /** As lock, for operators: whosesoever it is. */
  async lockAny(tx: Tx, id: string): Promise<Submerchant> {
    return found(await this.lockWhere(tx, { id }));
  }

  /** The trade name, or the legal one where there is none. */
  async listNames(keys: readonly SubmerchantKey[]): Promise<ReadonlyMap<string, string>> {
    if (keys.length === 0) return new Map();
    const rows = await this.dataSource.query<{ id: string; name: string }[]>(
      `SELECT id, coalesce(trade_name, legal_name) AS name FROM submerchants
        WHERE (merchant_id, id) IN (SELECT merchant_id, id FROM unnest($1::uuid[], $2::uuid[]) AS key (merchant_id, id))`,
      [keys.map(({ merchantId }) => merchantId), keys.map(({ id }) => id)],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Those of the ids that are this merchant's submerchants, in no particular order; the others are left out. */
  async listStandings(merchantId: string, ids: readonly string[]): Promise<SubmerchantStanding[]> {
    return ids.length === 0 ? [] : standings(this.dataSource.manager, merchantId, ids).getMany();
  }

  /** As listStandings, and their status cannot change until the transaction ends (FOR SHARE, in the order of the ids). */
  async lockStandings(tx: Tx, merchantId: string, ids: readonly string[]): Promise<SubmerchantStanding[]> {
    if (ids.length === 0) return [];
    return standings(tx, merchantId, ids).orderBy('submerchant.id').setLock('pessimistic_read').getMany();
  }

  /**
   * As lockStandings, of several merchants, without waiting: who is held by somebody else is left out, as is who does not
   * exist.
   */
  async lockFreeStandings(tx: Tx, keys: readonly SubmerchantKey[]): Promise<SubmerchantStanding[]> {
    if (keys.length === 0) return [];
    return tx.query(LOCK_FREE_STANDINGS, [
      keys.map(({ merchantId }) => merchantId),
      keys.map(({ id }) => id),
    ]);
  }

  /** Writes a new submerchant and its history. */
  async insert(tx: Tx, submerchant: Submerchant, history: readonly SubmerchantHistory[]): Promise<void> {
    await this.write(tx, 'insert', submerchant, history);
  }

  /**
   * Writes a locked submerchant and the history that its change makes. Throws ENTITY_TYPE_FIXED when a partner or document holds the
   * present entity type.
   */
  async update(tx: Tx, submerchant: Submerchant, history: readonly SubmerchantHistory[]): Promise<void> {
    try {
      await this.write(tx, 'update', submerchant, history);
    } catch (error) {
      if (ENTITY_TYPE_KEYS.some((key) => isConstraintViolation(error, key)))
        throw submerchantErrors.ENTITY_TYPE_FIXED();
      throw error;
    }
  }

  private async write(
    tx: Tx,
    kind: 'insert' | 'update',
    submerchant: Submerchant,
    history: readonly SubmerchantHistory[],
  ): Promise<void> {
    this.statements ??= {
      insert: writeStatement(tx, insertRows(tx, Submerchant, '$1')),
      update: writeStatement(tx, updateRow(tx, Submerchant, '$1')),
    };
    const rows = [toRows(tx, Submerchant, [submerchant]), toRows(tx, SubmerchantHistory, history)];
    await tx.query(this.statements[kind], rows);
  }

  private async lockWhere(tx: Tx, where: { id: string; merchantId?: string }): Promise<Submerchant | null> {
    // NO KEY: rows that only refer to this one, like charges, need not wait.
    return tx.findOne(Submerchant, { where, lock: { mode: 'for_no_key_update' } });
  }
}

function writeStatement(manager: Reading, change: string): string {
  return prepared(`WITH changed AS (${change}) ${insertRows(manager, SubmerchantHistory, '$2')}`);
}

function standings(manager: Reading, merchantId: string, ids: readonly string[]) {
  return manager
    .createQueryBuilder(Submerchant, 'submerchant')
    .select(['submerchant.merchantId', 'submerchant.id', 'submerchant.status'])
    .where({ merchantId, id: In([...ids]) });
}

function found(submerchant: Submerchant | null): Submerchant {
  if (submerchant === null) throw commonErrors.NOT_FOUND();
  return submerchant;
}
