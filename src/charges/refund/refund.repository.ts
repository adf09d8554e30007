import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type FindOperator, In } from 'typeorm';
import { type Page, paginate } from '../../common/http';
import {
  columnsOf,
  insertRows,
  prepared,
  type Reading,
  together,
  toRows,
  type Tx,
  unnestColumns,
} from '../../database';
import type { ChargeKey } from '../charge.repository';
import type { ListRefundsQuery } from './list-refunds.query';
import { RefundSource } from './refund-source.entity';
import { RefundSplit } from './refund-split.entity';
import { Refund } from './refund.entity';

/** A refund and how much of it each recipient bears. */
export interface RefundRecord {
  readonly refund: Refund;
  readonly splits: RefundSplit[];
  /** Where its money is taken from; none until it is held. */
  readonly sources: RefundSource[];
}

export type RefundKey = Pick<Refund, 'merchantId' | 'id'>;

/** The key of a refund, and what its outcome changes. */
const OUTCOME = [
  'merchantId',
  'id',
  'status',
  'settledAt',
  'settledVersion',
] as const satisfies readonly (keyof Refund)[];

@Injectable()
export class RefundRepository {
  private insertStatement: string | null = null;
  private settleStatement: string | null = null;

  constructor(private readonly dataSource: DataSource) {}

  async find(merchantId: string, chargeId: string, id: string): Promise<RefundRecord | null> {
    return this.findWhere(this.dataSource.manager, { id, chargeId, merchantId });
  }

  /** The refund of a call; the lock on its charge is what keeps others away. */
  async get(tx: Tx, merchantId: string, id: string): Promise<RefundRecord> {
    const [refund, parts] = await together(tx, [
      () => tx.findOneBy(Refund, { merchantId, id }),
      () => this.partsOf(tx, [{ merchantId, id }]),
    ]);
    if (refund === null) throw new Error('a call is about a refund that is not there');
    return { refund, ...parts };
  }

  async getChargeId(merchantId: string, id: string, on: Reading = this.dataSource.manager): Promise<string> {
    return (await on.findOneByOrFail(Refund, { merchantId, id })).chargeId;
  }

  /** The ids of all refunds of a charge. */
  async listIds(manager: EntityManager, merchantId: string, chargeId: string): Promise<string[]> {
    const refunds = await manager.find(Refund, { select: { id: true }, where: { merchantId, chargeId } });
    return refunds.map(({ id }) => id);
  }

  /** One page of a charge's refunds, newest first. */
  async list(merchantId: string, chargeId: string, query: ListRefundsQuery): Promise<Page<RefundRecord>> {
    const { manager } = this.dataSource;
    const builder = manager.createQueryBuilder(Refund, 'refund').where({ merchantId, chargeId });
    const page = await paginate(builder, query, { alias: 'refund', status: 'refund.status' });
    return { ...page, items: await this.withParts(manager, page.items) };
  }

  /** The newest refunds of a charge, and how many there are in all. */
  async listNewest(
    manager: EntityManager,
    charge: { readonly merchantId: string; readonly id: string },
    limit: number,
  ): Promise<{ readonly items: readonly RefundRecord[]; readonly total: number }> {
    const [refunds, total] = await manager.findAndCount(Refund, {
      where: { merchantId: charge.merchantId, chargeId: charge.id },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
    });
    return { items: await this.withParts(manager, refunds), total };
  }

  /** Writes new refunds, their parts and where their money is taken from. */
  async insert(tx: Tx, ...records: readonly RefundRecord[]): Promise<void> {
    this.insertStatement ??= prepared(
      `WITH refund AS (${insertRows(tx, Refund, '$1')}), splits AS (${insertRows(tx, RefundSplit, '$2')})
       ${insertRows(tx, RefundSource, '$3')}`,
    );
    await tx.query(this.insertStatement, [
      toRows(
        tx,
        Refund,
        records.map(({ refund }) => refund),
      ),
      toRows(
        tx,
        RefundSplit,
        records.flatMap(({ splits }) => splits),
      ),
      toRows(
        tx,
        RefundSource,
        records.flatMap(({ sources }) => sources),
      ),
    ]);
  }

  /** The keys of the charges of refunds, in their order. */
  async listChargeKeys(tx: Tx, keys: readonly RefundKey[]): Promise<ChargeKey[]> {
    const refunds = await tx.find(Refund, {
      select: { merchantId: true, id: true, chargeId: true },
      where: { merchantId: merchantsOf(keys), id: In(keys.map(({ id }) => id)) },
    });
    const chargeIds = new Map(refunds.map(({ id, chargeId }) => [id, chargeId]));
    return keys.map(({ merchantId, id: refundId }) => {
      const id = chargeIds.get(refundId);
      if (id === undefined) throw new Error('a call is about a refund that is not there');
      return { merchantId, id };
    });
  }

  /** The refunds of locked charges that have no outcome yet. */
  async listPending(tx: Tx, charges: readonly ChargeKey[]): Promise<RefundRecord[]> {
    const chargeId = In(charges.map(({ id }) => id));
    return this.withParts(
      tx,
      await tx.findBy(Refund, { merchantId: merchantsOf(charges), chargeId, status: 'pending' }),
    );
  }

  /** The other refunds of a locked charge that have no outcome yet, in the order in which they were asked for. */
  async listOthersPending(tx: Tx, { merchantId, chargeId, id }: Refund): Promise<RefundRecord[]> {
    const refunds = await tx.find(Refund, {
      where: { merchantId, chargeId, status: 'pending' },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return this.withParts(
      tx,
      refunds.filter((other) => other.id !== id),
    );
  }

  /** Writes the outcomes of refunds. */
  async settle(tx: Tx, ...refunds: readonly Refund[]): Promise<void> {
    this.settleStatement ??= prepared(
      `UPDATE refunds AS refund
          SET status = new.status, settled_at = new.settled_at, settled_version = new.settled_version
         FROM ${unnestColumns(tx, Refund, OUTCOME, 1, 'new')}
        WHERE refund.merchant_id = new.merchant_id AND refund.id = new.id`,
    );
    await tx.query(this.settleStatement, columnsOf(refunds, OUTCOME));
  }

  /** Writes how refunds are divided now. */
  async updateSplits(tx: Tx, splits: readonly RefundSplit[]): Promise<void> {
    if (splits.length > 0) await tx.upsert(RefundSplit, [...splits], ['merchantId', 'refundId', 'position']);
  }

  private async findWhere(
    manager: EntityManager,
    where: { id: string; chargeId?: string; merchantId?: string },
  ): Promise<RefundRecord | null> {
    const refund = await manager.findOneBy(Refund, where);
    if (refund === null) return null;
    const [record] = await this.withParts(manager, [refund]);
    return record ?? null;
  }

  /** With their parts and sources. */
  private async withParts(manager: EntityManager, refunds: readonly Refund[]): Promise<RefundRecord[]> {
    if (refunds.length === 0) return [];
    const { splits, sources } = await this.partsOf(manager, refunds);
    return refunds.map((refund) => ({
      refund,
      splits: splits.filter(({ refundId }) => refundId === refund.id),
      sources: sources.filter(({ refundId }) => refundId === refund.id),
    }));
  }

  private async partsOf(
    manager: EntityManager,
    keys: readonly RefundKey[],
  ): Promise<Pick<RefundRecord, 'splits' | 'sources'>> {
    const where = { merchantId: merchantsOf(keys), refundId: In(keys.map(({ id }) => id)) };
    const order = { refundId: 'ASC', position: 'ASC' } as const;
    const [splits, sources] = await together(manager, [
      () => manager.find(RefundSplit, { where, order }),
      () => manager.find(RefundSource, { where, order }),
    ]);
    return { splits, sources };
  }
}

function merchantsOf(keys: readonly Pick<RefundKey, 'merchantId'>[]): FindOperator<string> {
  const merchantIds = new Set(keys.map(({ merchantId }) => merchantId));
  return In<string>([...merchantIds]) as FindOperator<string>;
}
