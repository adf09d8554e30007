import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Page, paginate } from '../../common/http';
import type { Reading, Tx } from '../../database';
import { AnticipationItem } from '../anticipation-item.entity';
import type { Anticipation } from '../anticipation.entity';
import type { AnticipationKey } from '../anticipation.repository';
import { anticipationItemTransitions, type ItemTrigger } from './anticipation-item.transitions';
import type { ListAnticipationItemsQuery } from './list-anticipation-items.query';

/** Where a receivable comes from. */
interface Origin {
  readonly id: string;
  readonly chargeId: string;
  readonly installment: number;
  readonly installments: number;
}

/** A receivable of an anticipation, with what is known of where it comes from. */
export interface ShownItem {
  readonly item: AnticipationItem;
  readonly origin: Omit<Origin, 'id'>;
}

const ADDED = anticipationItemTransitions.to('add');

const INSERT = `
  INSERT INTO anticipation_items
         (merchant_id, anticipation_id, receivable_id, due_date, net_cents, days, fee_cents, state, created_at)
  SELECT $1, $2, new.receivable_id, new.due_date, new.net_cents, new.days, new.fee_cents, '${ADDED}', $8
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

  /** One page of what is or was in it to its end, newest first unless it is sorted. */
  async listShown(
    { merchantId, id: anticipationId }: AnticipationKey,
    query: ListAnticipationItemsQuery,
  ): Promise<Page<ShownItem>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(AnticipationItem, 'item')
      .where({ merchantId, anticipationId })
      .andWhere(`item.state <> 'gone'`);
    const page = await paginate(builder, query, {
      ...{ alias: 'item', id: 'receivableId', merchantId, within: { anticipationId } },
      // As they were chosen: the nearest due first, equal ones by id.
      ...(query.sort === 'due_date' && {
        sort: { by: 'item.dueDate', direction: 'ASC' },
        oldestFirst: true,
      }),
    });
    const origins = await this.originsOf(merchantId, page.items);
    return { ...page, items: page.items.map((item) => ({ item, origin: originOf(item, origins) })) };
  }

  private async originsOf(
    merchantId: string,
    items: readonly AnticipationItem[],
  ): Promise<ReadonlyMap<string, Origin>> {
    const rows = await this.dataSource.query<Origin[]>(
      `SELECT id, charge_id AS "chargeId", installment, installments FROM receivables
        WHERE merchant_id = $1 AND id = ANY($2::uuid[])`,
      [merchantId, items.map(({ receivableId }) => receivableId)],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async insert(
    tx: Tx,
    { merchantId, id, createdAt }: Pick<Anticipation, 'merchantId' | 'id' | 'createdAt'>,
    items: readonly Pick<AnticipationItem, 'receivableId' | 'dueDate' | 'netCents' | 'days' | 'feeCents'>[],
  ): Promise<void> {
    await tx.query(INSERT, [
      ...[merchantId, id, items.map(({ receivableId }) => receivableId)],
      ...[items.map(({ dueDate }) => dueDate), items.map(({ netCents }) => netCents)],
      ...[items.map(({ days }) => days), items.map(({ feeCents }) => feeCents), createdAt],
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
         FROM unnest(array_fill($1::uuid, ARRAY[cardinality($3::uuid[])]), $3::uuid[], $4::bigint[], $5::integer[], $6::bigint[], $7::text[])
              AS new (merchant_id, receivable_id, net_cents, days, fee_cents, state)
        WHERE row.merchant_id = new.merchant_id AND row.anticipation_id = $2 AND row.receivable_id = new.receivable_id`,
      [
        ...[merchantId, id, items.map(({ receivableId }) => receivableId)],
        ...[items.map(({ netCents }) => netCents), items.map(({ days }) => days)],
        ...[items.map(({ feeCents }) => feeCents), items.map(({ state }) => state)],
      ],
    );
  }

  /** Ends those that still wait in a locked one. */
  async end(
    tx: Tx,
    { merchantId, id }: AnticipationKey,
    trigger: Extract<ItemTrigger, 'pay' | 'release'>,
  ): Promise<void> {
    await tx.query(
      `UPDATE anticipation_items SET state = $3
        WHERE merchant_id = $1 AND anticipation_id = $2 AND state = ANY($4::text[])`,
      [
        ...[merchantId, id, anticipationItemTransitions.to(trigger)],
        anticipationItemTransitions.from(trigger),
      ],
    );
  }
}

function originOf({ receivableId }: AnticipationItem, origins: ReadonlyMap<string, Origin>): Origin {
  const origin = origins.get(receivableId);
  if (origin === undefined) throw new Error('what is in an anticipation is a receivable');
  return origin;
}
