import { Injectable } from '@nestjs/common';
import { DataSource, In, type SelectQueryBuilder } from 'typeorm';
import { type Page, paginate } from '../common/http';
import { prepared, type Reading, together, type Tx } from '../database';
import type { ListReceivablesQuery } from './list-receivables.query';
import { Receivable, type SettledReceivable } from './receivable.entity';
import { receivableTransitions } from './receivable.transitions';

/** What a settlement takes: receivables of one wallet and due date. */
export interface SettledReceivables {
  readonly merchantId: string;
  readonly settlementId: string;
  readonly ids: readonly string[];
}

/** Which receivables are due. */
export interface DueReceivables {
  /** Null: of all merchants. */
  readonly merchantId: string | null;
  /** The last day, YYYY-MM-DD. */
  readonly until: string;
  /** Leaves those alone that wait in an anticipation. */
  readonly sparesPromised?: true;
}

/** A wallet and due date among those that are due, in their order. */
export type DuePlace = Pick<Receivable, 'dueDate' | 'merchantId' | 'walletId'>;

/** How many are asked for is hidden from the planner (decision 0028). */
const COUNT_OF_CHARGES = prepared(
  `SELECT receivable.charge_id AS "chargeId", count(*)::int AS count
     FROM unnest((SELECT $1::uuid[]), $2::uuid[]) AS key (merchant_id, charge_id)
     JOIN receivables AS receivable USING (merchant_id, charge_id) GROUP BY receivable.charge_id`,
);

/** Cents and millionths as numbers, a day as text. */
const SETTLED_COLUMNS = [
  ...['merchantId', 'id', 'walletId', 'status', 'anticipationId', 'reservePpm', 'reserveDays'].map(
    (name) => `receivable.${name} AS "${name}"`,
  ),
  ...['amountCents', 'feeCents', 'reversedCents'].map(
    (name) => `CAST(receivable.${name} AS float8) AS "${name}"`,
  ),
  'CAST(receivable.dueDate AS text) AS "dueDate"',
];

const SETTLED = receivableTransitions.next('waiting_funds', 'settle');

const NEW = [
  ...['merchant_id', 'id', 'wallet_id', 'charge_id', 'payment_method', 'brand', 'arrangement', 'installment'],
  ...['installments', 'amount_cents', 'fee_cents', 'reserve_ppm', 'reserve_days', 'status', 'due_date'],
  ...['original_due_date', 'captured_at', 'settled_at', 'created_at', 'updated_at'],
].map((column) => `new.${column}`);

/** Of one that has lived before it is written. */
const LIVED = ['reversed_cents', 'settlement_id', 'version'].map((column) => `new.${column}`);

const INSERT = insertText(NEW);
const INSERT_PAST = insertText([...NEW, ...LIVED]);

/** All statements about receivables. */
@Injectable()
export class ReceivableRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(merchantId: string, id: string): Promise<Receivable | null> {
    return this.dataSource.manager.findOneBy(Receivable, { merchantId, id });
  }

  /** One page of a merchant's, newest first. */
  async list(merchantId: string, query: ListReceivablesQuery): Promise<Page<Receivable>> {
    const builder = this.dataSource.manager
      .createQueryBuilder(Receivable, 'receivable')
      .where('receivable.merchantId = :merchantId', { merchantId });
    const equal = {
      walletId: query.wallet_id,
      chargeId: query.charge_id,
      paymentMethod: query.payment_method,
      settlementId: query.settlement_id,
      anticipationId: query.anticipation_id,
    };
    for (const [property, value] of Object.entries(equal))
      if (value !== undefined) builder.andWhere({ [property]: value });
    const { due_from: from, due_to: to } = query;
    if (from !== undefined) builder.andWhere('receivable.dueDate >= :from', { from });
    if (to !== undefined) builder.andWhere('receivable.dueDate <= :to', { to });
    return paginate(builder, query, {
      alias: 'receivable',
      merchantId,
      status: 'receivable.status',
      search: 'CAST(receivable.chargeId AS text)',
    });
  }

  /** What is due next in each wallet and when; one to which nothing will come is missing. */
  async findNextDue(
    wallets: readonly { readonly merchantId: string; readonly id: string }[],
    on: Reading = this.dataSource.manager,
  ): Promise<ReadonlyMap<string, { readonly dueDate: string; readonly amountCents: number }>> {
    const rows = await on.query<{ walletId: string; dueDate: string; amountCents: number }[]>(
      `SELECT wallet.id AS "walletId", next.due_date::text AS "dueDate", next.cents AS "amountCents"
         FROM unnest($1::uuid[], $2::uuid[]) AS wallet (merchant_id, id)
        CROSS JOIN LATERAL (
          SELECT due_date, sum(amount_cents - fee_cents - reversed_cents)::float8 AS cents FROM receivables
           WHERE merchant_id = wallet.merchant_id AND wallet_id = wallet.id AND status = 'waiting_funds'
           GROUP BY due_date HAVING sum(amount_cents - fee_cents - reversed_cents) > 0 ORDER BY due_date LIMIT 1) AS next`,
      [wallets.map(({ merchantId }) => merchantId), wallets.map(({ id }) => id)],
    );
    return new Map(rows.map(({ walletId, ...next }) => [walletId, next]));
  }

  async insert(tx: Tx, receivables: readonly Receivable[]): Promise<void> {
    if (receivables.length > 0) await tx.query(INSERT, [JSON.stringify(receivables.map(toRow))]);
  }

  /** Writes those of a charge of before as they are by now. */
  async insertPast(tx: Tx, receivables: readonly Receivable[]): Promise<void> {
    const rows = receivables.map((one) => ({
      ...toRow(one),
      ...{ reversed_cents: one.reversedCents, settlement_id: one.settlementId, version: one.version },
    }));
    if (rows.length > 0) await tx.query(INSERT_PAST, [JSON.stringify(rows)]);
  }

  /**
   * Locks what is due, the oldest first, and answers what settling looks at. Who takes from a receivable holds it: that one is left
   * for another time.
   * @param from where to go on: what was settled before it would be walked through again
   */
  async lockDue(
    tx: Tx,
    due: DueReceivables,
    from: DuePlace | null,
    limit: number,
  ): Promise<SettledReceivable[]> {
    const builder = whereDue(tx.createQueryBuilder(Receivable, 'receivable'), due);
    if (from !== null)
      builder.andWhere(
        '(receivable.dueDate, receivable.merchantId, receivable.walletId) >= (:fromDate, :fromMerchant, :fromWallet)',
        { fromDate: from.dueDate, fromMerchant: from.merchantId, fromWallet: from.walletId },
      );
    return builder
      .select(SETTLED_COLUMNS)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .orderBy('receivable.dueDate')
      .addOrderBy('receivable.merchantId')
      .addOrderBy('receivable.walletId')
      .limit(limit)
      .getRawMany<SettledReceivable>();
  }

  /** Whether anything is due still, also what somebody else holds. */
  hasDue(due: DueReceivables): Promise<boolean> {
    return whereDue(this.dataSource.manager.createQueryBuilder(Receivable, 'receivable'), due).getExists();
  }

  /** Locks all of a charge, until the transaction ends. */
  async lockOfCharge(tx: Tx, merchantId: string, chargeId: string): Promise<Receivable[]> {
    return tx.find(Receivable, {
      where: { merchantId, chargeId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /**
   * As lockOfCharge, of several locked charges and without waiting, in their order: null for one of which somebody else holds a
   * receivable.
   */
  async lockFreeOfCharges(
    tx: Tx,
    charges: readonly { readonly merchantId: string; readonly chargeId: string }[],
  ): Promise<(Receivable[] | null)[]> {
    const [merchantIds, chargeIds] = [
      charges.map(({ merchantId }) => merchantId),
      charges.map(({ chargeId }) => chargeId),
    ];
    const [locked, counted] = await together<[Receivable[], { chargeId: string; count: number }[]]>(tx, [
      () =>
        tx.find(Receivable, {
          where: { merchantId: In([...new Set(merchantIds)]), chargeId: In(chargeIds) },
          order: { id: 'ASC' },
          lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
        }),
      () => tx.query(COUNT_OF_CHARGES, [merchantIds, chargeIds]),
    ]);
    const counts = new Map(counted.map(({ chargeId, count }) => [chargeId, count]));
    return chargeIds.map((id) => {
      const own = locked.filter(({ chargeId }) => chargeId === id);
      return own.length === (counts.get(id) ?? 0) ? own : null;
    });
  }

  /** Writes what was taken from locked ones, or given back to them; one of which nothing comes any more leaves its anticipation. */
  async updateReversed(tx: Tx, receivables: readonly Receivable[]): Promise<void> {
    if (receivables.length === 0) return;
    await tx.query(
      prepared(`UPDATE receivables AS row
          SET reversed_cents = new.reversed_cents, status = new.status, version = new.version, updated_at = new.updated_at,
              anticipation_id = CASE WHEN new.status IN ('waiting_funds', 'anticipated') THEN row.anticipation_id END
         FROM unnest((SELECT $1::uuid[]), $2::uuid[], $3::bigint[], $4::text[], $5::integer[], $6::timestamptz[])
              AS new (merchant_id, id, reversed_cents, status, version, updated_at)
        WHERE row.merchant_id = new.merchant_id AND row.id = new.id`),
      [
        receivables.map((one) => one.merchantId),
        receivables.map((one) => one.id),
        receivables.map((one) => one.reversedCents),
        receivables.map((one) => one.status),
        receivables.map((one) => one.version),
        receivables.map((one) => one.updatedAt),
      ],
    );
  }

  /** Of locked ones: each is settled by its settlement. */
  async settle(tx: Tx, settled: readonly SettledReceivables[], at: Date): Promise<void> {
    const rows = settled.flatMap(({ merchantId, settlementId, ids }) =>
      ids.map((id) => ({ merchantId, settlementId, id })),
    );
    await tx.query(
      `UPDATE receivables AS row
          SET status = '${SETTLED}', settled_at = $4, settlement_id = by.settlement_id, anticipation_id = NULL,
              version = row.version + 1, updated_at = $4
         FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS by (merchant_id, id, settlement_id)
        WHERE row.merchant_id = by.merchant_id AND row.id = by.id AND row.status = 'waiting_funds'`,
      [rows.map((row) => row.merchantId), rows.map((row) => row.id), rows.map((row) => row.settlementId), at],
    );
  }
}

/** With the tax number of the wallet's owner as it is now: a submerchant's own, of the merchant what it has given as its own. */
function insertText(columns: readonly string[]): string {
  return prepared(`
    INSERT INTO receivables (${columns.map((column) => column.slice(4)).join(', ')}, owner_tax_id)
    SELECT ${columns.join(', ')}, owner.owner_tax_id
      FROM json_populate_recordset(NULL::receivables, $1::json) AS new
      LEFT JOIN wallets AS owner ON owner.merchant_id = new.merchant_id AND owner.id = new.wallet_id`);
}

/** The columns that a new one has; the others have their defaults. */
function toRow(one: Receivable): Record<string, unknown> {
  return {
    ...{ merchant_id: one.merchantId, id: one.id, wallet_id: one.walletId, charge_id: one.chargeId },
    ...{ payment_method: one.paymentMethod, brand: one.brand, arrangement: one.arrangement },
    ...{ installment: one.installment, installments: one.installments },
    ...{ amount_cents: one.amountCents, fee_cents: one.feeCents },
    ...{ reserve_ppm: one.reservePpm, reserve_days: one.reserveDays, status: one.status },
    ...{ due_date: one.dueDate, original_due_date: one.originalDueDate, captured_at: one.capturedAt },
    ...{ settled_at: one.settledAt, created_at: one.createdAt, updated_at: one.updatedAt },
  };
}

function whereDue(
  builder: SelectQueryBuilder<Receivable>,
  { merchantId, until, sparesPromised }: DueReceivables,
): SelectQueryBuilder<Receivable> {
  builder.where(`receivable.status = 'waiting_funds' AND receivable.dueDate <= :until`, { until });
  if (merchantId !== null) builder.andWhere({ merchantId });
  if (sparesPromised === true) builder.andWhere('receivable.anticipationId IS NULL');
  return builder;
}
