import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Reading, Tx } from '../../database';
import { AnticipationItem, type ItemState } from '../anticipation-item.entity';
import type { AnticipationKey } from '../anticipation.repository';

/** A receivable of an anticipation, with what is known of where it comes from. */
export interface ShownItem {
  readonly receivableId: string;
  readonly chargeId: string;
  readonly installment: number;
  readonly installments: number;
  readonly dueDate: string;
  readonly netCents: number;
  readonly days: number;
  readonly feeCents: number;
}

const INSERT = `
  INSERT INTO anticipation_items (merchant_id, anticipation_id, receivable_id, due_date, net_cents, days, fee_cents, state)
  SELECT $1, $2, new.receivable_id, new.due_date, new.net_cents, new.days, new.fee_cents, 'open'
    FROM unnest($3::uuid[], $4::date[], $5::bigint[], $6::integer[], $7::bigint[])
         AS new (receivable_id, due_date, net_cents, days, fee_cents)`;

/** All statements about the receivables of anticipations. */
@Injectable()
export class AnticipationItemRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The ids of the receivables that still wait in it, in their order. */
  async listOpenIds({ merchantId, id }: AnticipationKey, on: Reading): Promise<string[]> {
    const rows = await on.query<{ id: string }[]>(
      `SELECT receivable_id AS id FROM anticipation_items
        WHERE merchant_id = $1 AND anticipation_id = $2 AND state = 'open' ORDER BY receivable_id`,
      [merchantId, id],
    );
    return rows.map((row) => row.id);
  }

  /** What still waits in a locked one. */
  async listOpen(tx: Tx, { merchantId, id: anticipationId }: AnticipationKey): Promise<AnticipationItem[]> {
    return tx.findBy(AnticipationItem, { merchantId, anticipationId, state: 'open' });
  }

  /** One page of what is or was in it to its end, the nearest due first. */
  async listShown({ merchantId, id }: AnticipationKey, offset: number, limit: number): Promise<ShownItem[]> {
    return this.dataSource.query<ShownItem[]>(
      `SELECT i.receivable_id AS "receivableId", r.charge_id AS "chargeId", r.installment, r.installments,
              i.due_date::text AS "dueDate", i.net_cents::float8 AS "netCents", i.days, i.fee_cents::float8 AS "feeCents"
         FROM anticipation_items i
         JOIN receivables r ON r.merchant_id = i.merchant_id AND r.id = i.receivable_id
        WHERE i.merchant_id = $1 AND i.anticipation_id = $2 AND i.state <> 'gone'
        ORDER BY i.due_date, i.receivable_id OFFSET $3 LIMIT $4`,
      [merchantId, id, offset, limit],
    );
  }

  async insert(
    tx: Tx,
    { merchantId, id }: AnticipationKey,
    items: readonly Pick<AnticipationItem, 'receivableId' | 'dueDate' | 'netCents' | 'days' | 'feeCents'>[],
  ): Promise<void> {
    await tx.query(INSERT, [
      ...[merchantId, id, items.map(({ receivableId }) => receivableId)],
      ...[items.map(({ dueDate }) => dueDate), items.map(({ netCents }) => netCents)],
      ...[items.map(({ days }) => days), items.map(({ feeCents }) => feeCents)],
    ]);
  }

  /** Writes what changed of open ones: amounts, days and state. */
  async update(
    tx: Tx,
    { merchantId, id }: AnticipationKey,
    items: readonly AnticipationItem[],
  ): Promise<void> {
    if (items.length === 0) return;
    await tx.query(
      `UPDATE anticipation_items AS row
          SET net_cents = new.net_cents, days = new.days, fee_cents = new.fee_cents, state = new.state
         FROM unnest($3::uuid[], $4::bigint[], $5::integer[], $6::bigint[], $7::text[])
              AS new (receivable_id, net_cents, days, fee_cents, state)
        WHERE row.merchant_id = $1 AND row.anticipation_id = $2 AND row.receivable_id = new.receivable_id`,
      [
        ...[merchantId, id, items.map(({ receivableId }) => receivableId)],
        ...[items.map(({ netCents }) => netCents), items.map(({ days }) => days)],
        ...[items.map(({ feeCents }) => feeCents), items.map(({ state }) => state)],
      ],
    );
  }

  /** Ends those that still wait in a locked one. */
  async end(tx: Tx, { merchantId, id }: AnticipationKey, state: Exclude<ItemState, 'open'>): Promise<void> {
    await tx.query(
      `UPDATE anticipation_items SET state = $3 WHERE merchant_id = $1 AND anticipation_id = $2 AND state = 'open'`,
      [merchantId, id, state],
    );
  }
}
