import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Reading, Tx } from '../../database';
import { receivableTransitions } from '../receivable.transitions';
import type { AnticipableReceivable, AnticipableWanted } from './anticipable-receivable.types';

const ANTICIPATED = receivableTransitions.next('waiting_funds', 'anticipate');

/** Denominator of a fee: a month of thirty days, in millionths. */
const MONTH = '30000000::numeric';

/** What is left of one that is paid early is above 0: its fee, rounded half to even, is below its net (money contract §16). */
const LEAVES_SOMETHING = `
  sign((2 * net.cents - 1) * ${MONTH} - 2::numeric * net.cents * $4::bigint * (r.due_date - $3::date))
  + (net.cents % 2) > 0`;

const eligible = (order: AnticipableWanted['order']): string => `
  SELECT r.id, r.due_date::text AS "dueDate", net.cents::float8 AS "netCents"
    FROM receivables r
    JOIN charges c ON c.merchant_id = r.merchant_id AND c.id = r.charge_id
    CROSS JOIN LATERAL (SELECT r.amount_cents - r.fee_cents - r.reversed_cents AS cents) AS net
   WHERE r.merchant_id = $1 AND r.wallet_id = $2 AND r.status = 'waiting_funds' AND r.due_date > $3::date
     AND r.payment_method = 'credit_card' AND r.anticipation_id IS NULL AND r.encumbered_cents = 0
     AND ($5::uuid[] IS NULL OR r.id = ANY ($5::uuid[]))
     AND c.status <> 'chargeback' AND net.cents > 0 AND ${LEAVES_SOMETHING}
     AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.merchant_id = r.merchant_id AND d.charge_id = r.charge_id
                        AND d.status IN ('open', 'contested'))
   ORDER BY r.due_date ${order === 'nearest' ? 'ASC' : 'DESC'}, r.id LIMIT $6`;

/** All statements about receivables that are paid early. */
@Injectable()
export class AnticipableReceivableRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(
    { merchantId, walletId, after, monthlyPpm, order, ids, limit }: AnticipableWanted,
    on: Reading = this.dataSource.manager,
  ): Promise<AnticipableReceivable[]> {
    return on.query<AnticipableReceivable[]>(eligible(order), [
      ...[merchantId, walletId, after, monthlyPpm, ids, limit],
    ]);
  }

  /** Locks these until the transaction ends, in the order of their ids. */
  async lock(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await tx.query(
      `SELECT 1 FROM receivables WHERE merchant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE`,
      [merchantId, ids],
    );
  }

  /** Locks one if nobody else holds it; answers whether it did. */
  async lockFree(tx: Tx, merchantId: string, id: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'SELECT 1 FROM receivables WHERE merchant_id = $1 AND id = $2 FOR UPDATE SKIP LOCKED',
      [merchantId, id],
    );
    return rows.length > 0;
  }

  /** Of locked ones that wait: each was paid early, and cost so much. */
  async updateAnticipated(
    tx: Tx,
    merchantId: string,
    paid: readonly { readonly receivableId: string; readonly feeCents: number }[],
    at: Date,
  ): Promise<void> {
    await tx.query(
      `UPDATE receivables AS row
          SET status = '${ANTICIPATED}', anticipation_fee_cents = paid.fee_cents, version = row.version + 1, updated_at = $4
         FROM unnest(array_fill($1::uuid, ARRAY[cardinality($2::uuid[])]), $2::uuid[], $3::bigint[]) AS paid (merchant_id, id, fee_cents)
        WHERE row.merchant_id = paid.merchant_id AND row.id = paid.id AND row.status = 'waiting_funds'`,
      [merchantId, paid.map(({ receivableId }) => receivableId), paid.map(({ feeCents }) => feeCents), at],
    );
  }

  /** Of locked ones that wait: null frees them. */
  async updateAnticipation(
    tx: Tx,
    merchantId: string,
    anticipationId: string | null,
    ids: readonly string[],
    at: Date,
  ): Promise<void> {
    await tx.query(
      `UPDATE receivables SET anticipation_id = $2, version = version + 1, updated_at = $4
        WHERE merchant_id = $1 AND id = ANY ($3::uuid[]) AND status = 'waiting_funds'`,
      [merchantId, anticipationId, ids, at],
    );
  }
}
