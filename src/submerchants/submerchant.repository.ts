import { Injectable } from '@nestjs/common';
import { DataSource, type EntityTarget, In, type ObjectLiteral } from 'typeorm';
import type { SubmerchantCounter } from '../auth';
import { commonErrors } from '../common/errors';
import { CLAIM_PARAMETERS, type ClaimParameters, type Page, paginate, unrepeated } from '../common/http';
import { EVENT_PARAMETERS, eventParameters, insertEvents, type OutboxRow } from '../common/outbox';
import {
  inOrderOf,
  insertRows,
  isConstraintViolation,
  prepared,
  type Reading,
  toRows,
  type Tx,
  updateRow,
  updateRows,
} from '../database';
import { SubmerchantHistory } from './history/submerchant-history.entity';
import type { ListSubmerchantsQuery } from './record/list-submerchants.query';
import { Submerchant } from './submerchant.entity';
import { submerchantErrors } from './submerchant.errors';
import type { SubmerchantStatus } from './submerchant.transitions';

/** Foreign keys that carry the entity type of the submerchant: while one points here, the type cannot change. */
const ENTITY_TYPE_KEYS = ['fk_legal_representatives_submerchant', 'fk_submerchant_documents_submerchant'];

const FREE = { mode: 'for_no_key_update', onLocked: 'skip_locked' } as const;

const LOCK_FREE_STANDINGS = prepared(
  `SELECT submerchant.merchant_id AS "merchantId", submerchant.id, submerchant.status
     FROM unnest((SELECT $1::uuid[]), $2::uuid[]) AS wanted (merchant_id, id)
     JOIN submerchants AS submerchant USING (merchant_id, id)
    ORDER BY submerchant.merchant_id, submerchant.id
      FOR SHARE OF submerchant SKIP LOCKED`,
);

/** A new submerchant and the first step of its history. */
export interface NewSubmerchant {
  readonly submerchant: Submerchant;
  readonly history: SubmerchantHistory;
}

/** A locked submerchant as it is after a change, with what that leaves: steps of its history, and the event of a status. */
export interface ChangedSubmerchant {
  readonly submerchant: Submerchant;
  readonly history: readonly SubmerchantHistory[];
  readonly event: OutboxRow | null;
}

/** New rows of one table that belong to submerchants, by its column `submerchant_id`. */
export interface BelongingRows {
  readonly target: EntityTarget<ObjectLiteral>;
  readonly rows: readonly ObjectLiteral[];
}

export type SubmerchantKey = Pick<Submerchant, 'merchantId' | 'id'>;

export interface SubmerchantStanding {
  readonly merchantId: string;
  readonly id: string;
  readonly status: SubmerchantStatus;
}

@Injectable()
export class SubmerchantRepository implements SubmerchantCounter {
  private statements: Readonly<Record<'insert' | 'insertUnrepeated' | 'update', string>> | null = null;
  private readonly updatesUnrepeated = new Map<EntityTarget<ObjectLiteral> | null, string>();

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

  /**
   * As lock, of several merchants' submerchants, in the order of the keys and without waiting: null for who is held by somebody else,
   * is not there, or was asked for before.
   */
  async lockFree(tx: Tx, keys: readonly SubmerchantKey[]): Promise<(Submerchant | null)[]> {
    const merchantIds = [...new Set(keys.map(({ merchantId }) => merchantId))];
    const where = { merchantId: In(merchantIds), id: In(keys.map(({ id }) => id)) };
    return inOrderOf(keys, await tx.find(Submerchant, { where, lock: FREE }));
  }

  /** As lockFree, by their ids alone. */
  async lockFreeAny(tx: Tx, ids: readonly string[]): Promise<(Submerchant | null)[]> {
    const where = { id: In([...ids]) };
    return inOrderOf(
      ids.map((id) => ({ id })),
      await tx.find(Submerchant, { where, lock: FREE }),
    );
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
  async insert(tx: Tx, { submerchant, history }: NewSubmerchant): Promise<void> {
    await tx.query(this.statementsOf(tx).insert, rowsOf(tx, [submerchant], [history]));
  }

  /**
   * The same, with their keys, of those whose key nobody had before; answers the ids of these.
   * @param claims the key of each at its place
   */
  async insertUnrepeated(
    tx: Tx,
    created: readonly NewSubmerchant[],
    claims: ClaimParameters,
  ): Promise<ReadonlySet<string>> {
    const submerchants = created.map(({ submerchant }) => submerchant);
    const written = await tx.query<{ id: string }[]>(this.statementsOf(tx).insertUnrepeated, [
      ...rowsOf(
        tx,
        submerchants,
        created.map(({ history }) => history),
      ),
      submerchants.map(({ id }) => id),
      ...claims,
    ]);
    return new Set(written.map(({ id }) => id));
  }

  /**
   * Writes a locked submerchant and the history that its change makes. Throws ENTITY_TYPE_FIXED when a partner or document holds the
   * present entity type.
   */
  async update(tx: Tx, submerchant: Submerchant, history: readonly SubmerchantHistory[]): Promise<void> {
    try {
      await tx.query(this.statementsOf(tx).update, rowsOf(tx, [submerchant], history));
    } catch (error) {
      if (ENTITY_TYPE_KEYS.some((key) => isConstraintViolation(error, key)))
        throw submerchantErrors.ENTITY_TYPE_FIXED();
      throw error;
    }
  }

  /**
   * Writes locked submerchants, what their changes left and what belongs to them, with their keys, of those whose key nobody had
   * before; answers the ids of these.
   * @param claims the key of each at its place
   */
  async updateUnrepeated(
    tx: Tx,
    changed: readonly ChangedSubmerchant[],
    belonging: BelongingRows | null,
    claims: ClaimParameters,
  ): Promise<ReadonlySet<string>> {
    const submerchants = changed.map(({ submerchant }) => submerchant);
    const history = changed.flatMap((one) => one.history);
    const text = this.updateUnrepeatedWith(tx, belonging?.target ?? null);
    const [written] = await tx.query<[{ id: string }[], number]>(text, [
      ...rowsOf(tx, submerchants, history),
      submerchants.map(({ id }) => id),
      ...eventParameters(changed.flatMap(({ event }) => event ?? [])),
      ...claims,
      ...(belonging === null ? [] : [toRows(tx, belonging.target, belonging.rows)]),
    ]);
    return new Set(written.map(({ id }) => id));
  }

  private updateUnrepeatedWith(tx: Tx, target: EntityTarget<ObjectLiteral> | null): string {
    let text = this.updatesUnrepeated.get(target);
    if (text === undefined) {
      const claims = 4 + EVENT_PARAMETERS;
      const inserted = (of: EntityTarget<ObjectLiteral>, rows: string): string =>
        insertRows(tx, of, rows, isUnrepeated('submerchant_id'));
      text = prepared(
        `WITH ${unrepeated('$3', claims)}, history AS (${inserted(SubmerchantHistory, '$2')}),
         ${target === null ? '' : `belonging AS (${inserted(target, `$${claims + CLAIM_PARAMETERS}`)}),`}
         events AS (${insertEvents(4, isUnrepeated('resource_id'))})
         ${updateRows(tx, Submerchant, '$1', isUnrepeated('row.id'))} RETURNING row.id`,
      );
      this.updatesUnrepeated.set(target, text);
    }
    return text;
  }

  private statementsOf(tx: Tx) {
    const withHistory = (change: string): string =>
      prepared(`WITH changed AS (${change}) ${insertRows(tx, SubmerchantHistory, '$2')}`);
    return (this.statements ??= {
      insert: withHistory(insertRows(tx, Submerchant, '$1')),
      update: withHistory(updateRow(tx, Submerchant, '$1')),
      insertUnrepeated: prepared(
        `WITH ${unrepeated('$3', 4)},
         history AS (${insertRows(tx, SubmerchantHistory, '$2', isUnrepeated('submerchant_id'))})
         ${insertRows(tx, Submerchant, '$1', isUnrepeated('id'))} RETURNING id`,
      ),
    });
  }

  private async lockWhere(tx: Tx, where: { id: string; merchantId?: string }): Promise<Submerchant | null> {
    // NO KEY: rows that only refer to this one, like charges, need not wait.
    return tx.findOne(Submerchant, { where, lock: { mode: 'for_no_key_update' } });
  }
}

/** Of a column with the id of a submerchant, in a statement that claims keys. */
function isUnrepeated(column: string): string {
  return `${column} IN (SELECT id FROM unrepeated)`;
}

/** The parameters of what is written about submerchants. */
function rowsOf(
  tx: Tx,
  submerchants: readonly Submerchant[],
  history: readonly SubmerchantHistory[],
): string[] {
  return [toRows(tx, Submerchant, submerchants), toRows(tx, SubmerchantHistory, history)];
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
