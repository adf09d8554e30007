import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull } from 'typeorm';
import type { PendingKind } from '../../common/http';
import type { Reading, Tx } from '../../database';
import { ReconciliationItem } from '../reconciliation-item.entity';
import type { Named } from './movement.repository';

/** What the answer to a first request for an adjustment waits for. */
export const FIRST_REQUEST: PendingKind = {
  kind: 'reconciliation_adjustment',
  waits: `EXISTS (SELECT 1 FROM reconciliation_items WHERE id = (kept.waits_for ->> 'id')::uuid
    AND resolution IS NULL AND asked_at = (kept.waits_for ->> 'at')::timestamptz AND asked_at > now() - interval '24 hours')`,
};

/** Items as a reading writes them. */
@Injectable()
export class ItemRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Of all that read reports of a provider one writes at a time: two lines may tell of the same thing. */
  async lockProvider(tx: Tx, provider: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`reconciliation ${provider}`]);
  }

  /** Those that lines were read into, by the names of the lines. */
  async listByLines(tx: Tx, provider: string, lineIds: readonly string[]): Promise<ReconciliationItem[]> {
    return tx.findBy(ReconciliationItem, { provider, lineId: In([...lineIds]) });
  }

  /** Those that tell of these causes. */
  async listByCauses(
    tx: Tx,
    causes: readonly { readonly merchantId: string; readonly causeId: string }[],
  ): Promise<ReconciliationItem[]> {
    if (causes.length === 0) return [];
    return tx
      .createQueryBuilder(ReconciliationItem, 'item')
      .where(
        '(item.merchantId, item.causeId) IN (SELECT * FROM unnest(CAST(:merchants AS uuid[]), CAST(:causes AS uuid[])))',
        {
          merchants: causes.map(({ merchantId }) => merchantId),
          causes: causes.map(({ causeId }) => causeId),
        },
      )
      .getMany();
  }

  /** Open lines of these names that matched nothing. */
  async listMissingHere(tx: Tx, provider: string, names: readonly Named[]): Promise<ReconciliationItem[]> {
    if (names.length === 0) return [];
    return tx
      .createQueryBuilder(ReconciliationItem, 'item')
      .where({ provider, status: 'missing_here', resolution: IsNull() })
      .andWhere(
        '(item.type, item.reference) IN (SELECT * FROM unnest(CAST(:types AS text[]), CAST(:names AS text[])))',
        {
          types: names.map(({ type }) => type),
          names: names.map(({ reference }) => reference),
        },
      )
      .orderBy('item.createdAt')
      .addOrderBy('item.id')
      .getMany();
  }

  async insert(tx: Tx, items: readonly ReconciliationItem[]): Promise<void> {
    if (items.length > 0) await tx.insert(ReconciliationItem, [...items]);
  }

  async update(tx: Tx, item: ReconciliationItem): Promise<void> {
    await tx.update(ReconciliationItem, { id: item.id }, item);
  }

  async findById(id: string, on: Reading = this.dataSource.manager): Promise<ReconciliationItem | null> {
    return on.findOneBy(ReconciliationItem, { id });
  }

  /** Of one reconciliation, locked until the transaction ends. */
  async lock(tx: Tx, reconciliationId: string, id: string): Promise<ReconciliationItem | null> {
    return tx.findOne(ReconciliationItem, {
      where: { id, reconciliationId },
      lock: { mode: 'for_no_key_update' },
    });
  }
}
