import { Injectable } from '@nestjs/common';
import type { Reading } from '../../database';
import type { ReportLineType } from '../../providers';
import type { Movement } from './matching.rules';

/** A provider's name of something, and what it is the name of. */
export interface Named {
  readonly type: ReportLineType;
  readonly reference: string;
}

/** Something of ours that no line told of. */
export interface Unreported extends Named {
  readonly movement: Movement & { readonly cause: NonNullable<Movement['cause']> };
  readonly installment: number | null;
}

interface MovementRow extends Named {
  readonly merchantId: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly causeId: string | null;
  readonly cents: number | null;
  readonly date: string | null;
  readonly installments: number;
}

/**
 * What a dispute was debited at a provider, each part by a transaction of its own: at its opening or its loss, and when refunds failed that
 * had counted as given back. The provider tells of all of it by one line: its first transaction stands for the others.
 * @param dispute `merchant_id` and `id` of it, as SQL around this one, in which `own`, `r`, `named`, `debit` and `due` mean nothing
 * @param account the name of the account that is due from the provider, as SQL
 */
export function debitsOf(dispute: { merchantId: string; id: string }, account: string): string {
  return `
    SELECT debit.id, debit.reference, debit.recorded_at,
           abs(debit.amounts_cents[array_position(debit.account_ids, due.id)]) AS cents
      FROM (SELECT 'dispute:' || ${dispute.id} || ':debited' AS reference
            UNION ALL
            SELECT 'dispute:' || own.id || ':debited:' || r.id
              FROM disputes own
              JOIN refunds r ON r.merchant_id = own.merchant_id AND r.charge_id = own.charge_id AND r.status = 'failed'
             WHERE own.merchant_id = ${dispute.merchantId} AND own.id = ${dispute.id}) named
      JOIN ledger_transactions debit ON debit.merchant_id = ${dispute.merchantId} AND debit.reference = named.reference
      JOIN ledger_accounts due ON due.merchant_id = debit.merchant_id AND due.wallet_id IS NULL AND due.name = ${account}
       AND due.id = ANY (debit.account_ids)`;
}

const LOCAL_DAY = (moment: string): string => `(${moment} AT TIME ZONE 'America/Sao_Paulo')::date`;

const ACCOUNTS = `accounts AS (SELECT id FROM provider_accounts WHERE adapter = $1)`;

/** What moved at the provider: payouts in what lies there, everything else in what is due from it. */
const MOVEMENTS_IN = (type: string): string =>
  `CASE WHEN ${type} LIKE 'payout%' THEN 'cash:' ELSE 'clearing:' END || $1`;

/** The first of what a dispute was debited. */
const FIRST = 'ORDER BY recorded_at, reference LIMIT 1';

const DUE = `'clearing:' || $1`;
const DISPUTE = { merchantId: 'd.merchant_id', id: 'd.id' };
const NAMED_DISPUTE = { merchantId: 'n.merchant_id', id: 'n.resource_id' };
const POSTED_DISPUTE = { merchantId: 't.merchant_id', id: 't.resource_id' };

/** A refund is known by the key under which it was asked for. */
const KEYED = `c.key = lower(w.reference) AND c.account_id IN (SELECT id FROM accounts)`;

/** Whose a name is, and the transaction of the books that moved it. */
const NAMED = `
  SELECT w.type, w.reference, r.merchant_id, 'charge' AS resource_type, r.subject_id AS resource_id,
         'charge:' || r.subject_id || ':captured' AS posted_as
    FROM wanted w JOIN provider_references r ON r.reference = w.reference AND r.subject_type = 'charge'
     AND r.account_id IN (SELECT id FROM accounts)
   WHERE w.type = 'payment'
  UNION ALL
  SELECT w.type, w.reference, c.merchant_id, 'refund', c.subject_id, 'refund:' || c.subject_id || ':settled'
    FROM wanted w JOIN provider_calls c ON c.kind = 'refund' AND ${KEYED}
   WHERE w.type = 'refund'
  UNION ALL
  SELECT w.type, w.reference, d.merchant_id, 'dispute', d.id,
         CASE w.type WHEN 'dispute' THEN (SELECT reference FROM (${debitsOf(DISPUTE, DUE)}) each ${FIRST})
                     ELSE 'dispute:' || d.id || ':returned' END
    FROM wanted w JOIN disputes d ON d.provider_dispute_id = w.reference
     AND d.provider_account_id IN (SELECT id FROM accounts)
   WHERE w.type IN ('dispute', 'dispute_return')
  UNION ALL
  SELECT w.type, w.reference, r.merchant_id, 'withdrawal', r.subject_id, 'withdrawal:' || r.subject_id || ':paid'
    FROM wanted w JOIN provider_references r ON r.reference = w.reference AND r.subject_type = 'withdrawal'
     AND r.account_id IN (SELECT id FROM accounts)
   WHERE w.type = 'payout'
  UNION ALL
  SELECT w.type, w.reference, b.merchant_id, 'withdrawal', b.withdrawal_id,
         'withdrawal:' || b.withdrawal_id || ':return:' || b.number
    FROM wanted w JOIN withdrawal_returns b ON b.provider_return_id = w.reference
    JOIN withdrawals o ON o.merchant_id = b.merchant_id AND o.id = b.withdrawal_id
     AND o.provider_account_id IN (SELECT id FROM accounts)
   WHERE w.type = 'payout_return'`;

/** A payment that was not taken was at the provider too, and went back from there; the books have neither. */
const NOT_TAKEN = `
  SELECT w.type, w.reference, p.merchant_id, 'charge', p.charge_id, p.id, p.amount_cents::float8, ${LOCAL_DAY('p.paid_at')}::text, 1
    FROM wanted w JOIN provider_references r ON r.reference = w.reference AND r.subject_type = 'charge'
     AND r.account_id IN (SELECT id FROM accounts)
    JOIN returned_payments p ON p.merchant_id = r.merchant_id AND p.charge_id = r.subject_id
   WHERE w.type = 'payment'
  UNION ALL
  SELECT w.type, w.reference, p.merchant_id, 'charge', p.charge_id, c.id, p.amount_cents::float8, ${LOCAL_DAY('c.settled_at')}::text, 1
    FROM wanted w JOIN provider_calls c ON c.kind = 'return' AND c.status = 'succeeded' AND ${KEYED}
    JOIN returned_payments p ON p.merchant_id = c.merchant_id AND p.call_id = c.id
   WHERE w.type = 'refund'`;

const FIND = `
  WITH ${ACCOUNTS},
       wanted AS (SELECT DISTINCT type, reference FROM unnest($2::text[], $3::text[]) AS w (type, reference)),
       named AS (${NAMED})
  SELECT n.type, n.reference, n.merchant_id AS "merchantId", n.resource_type AS "resourceType",
         n.resource_id AS "resourceId", t.id AS "causeId",
         CASE n.type WHEN 'dispute' THEN (SELECT sum(cents) FROM (${debitsOf(NAMED_DISPUTE, DUE)}) each)
                     ELSE abs(t.amounts_cents[array_position(t.account_ids, a.id)]) END::float8 AS cents,
         t.effective_date::text AS date,
         coalesce(c.installments, 1) AS installments
    FROM named n
    LEFT JOIN ledger_transactions t ON t.merchant_id = n.merchant_id AND t.reference = n.posted_as
    LEFT JOIN ledger_accounts a ON a.merchant_id = n.merchant_id AND a.wallet_id IS NULL AND a.name = ${MOVEMENTS_IN('n.type')}
    LEFT JOIN charges c ON n.type = 'payment' AND c.merchant_id = n.merchant_id AND c.id = n.resource_id
  UNION ALL ${NOT_TAKEN}`;

/** What of ours moved at a provider on a day. */
const MOVEMENTS = `
  SELECT t.merchant_id, t.id AS cause_id, typed.type, t.resource_type, t.resource_id, t.reference AS posted_as,
         CASE typed.type WHEN 'dispute' THEN (SELECT sum(cents) FROM (${debitsOf(POSTED_DISPUTE, DUE)}) each)
                         ELSE abs(t.amounts_cents[array_position(t.account_ids, a.id)]) END AS cents
    FROM ledger_transactions t
   CROSS JOIN LATERAL (SELECT CASE
           WHEN t.reference ~ '^charge:[^:]+:captured$' THEN 'payment'
           WHEN t.reference ~ '^refund:[^:]+:settled$' THEN 'refund'
           WHEN t.reference ~ '^dispute:[^:]+:debited(:[^:]+)?$' THEN 'dispute'
           WHEN t.reference ~ '^dispute:[^:]+:returned$' THEN 'dispute_return'
           WHEN t.reference ~ '^withdrawal:[^:]+:paid$' THEN 'payout'
           WHEN t.reference ~ '^withdrawal:[^:]+:return:[0-9]+$' THEN 'payout_return' END AS type) typed
    JOIN ledger_accounts a ON a.merchant_id = t.merchant_id AND a.wallet_id IS NULL AND a.id = ANY (t.account_ids)
     AND a.name = ${MOVEMENTS_IN('typed.type')}
   WHERE t.effective_date = $2::date AND typed.type IS NOT NULL
     AND (typed.type <> 'dispute' OR t.id = (SELECT id FROM (${debitsOf(POSTED_DISPUTE, DUE)}) each ${FIRST}))
  UNION ALL
  SELECT p.merchant_id, p.id, 'payment', 'charge', p.charge_id, NULL, p.amount_cents
    FROM returned_payments p JOIN charges c ON c.merchant_id = p.merchant_id AND c.id = p.charge_id
   WHERE ${LOCAL_DAY('p.paid_at')} = $2::date AND c.provider_account_id IN (SELECT id FROM accounts)
  UNION ALL
  SELECT p.merchant_id, o.id, 'refund', 'charge', p.charge_id, o.key, p.amount_cents
    FROM returned_payments p JOIN provider_calls o ON o.merchant_id = p.merchant_id AND o.id = p.call_id
   WHERE o.status = 'succeeded' AND ${LOCAL_DAY('o.settled_at')} = $2::date AND o.account_id IN (SELECT id FROM accounts)`;

/** Under what the provider knows it. */
const REFERENCE = `
  CASE WHEN m.type = 'payment' THEN c.provider_reference
       WHEN m.type = 'refund' AND m.resource_type = 'charge' THEN m.posted_as
       WHEN m.type = 'refund' THEN (
         SELECT key FROM provider_calls WHERE merchant_id = m.merchant_id AND subject_id = m.resource_id
            AND kind = 'refund' AND status = 'succeeded' ORDER BY created_at DESC LIMIT 1)
       WHEN m.type LIKE 'dispute%' THEN (
         SELECT provider_dispute_id FROM disputes WHERE merchant_id = m.merchant_id AND id = m.resource_id)
       WHEN m.type = 'payout' THEN (
         SELECT provider_reference FROM withdrawals WHERE merchant_id = m.merchant_id AND id = m.resource_id)
       ELSE (SELECT provider_return_id FROM withdrawal_returns
              WHERE merchant_id = m.merchant_id AND withdrawal_id = m.resource_id
                AND number = split_part(m.posted_as, ':', 4)::integer) END`;

/** The whole of it, when nothing was told of it; the instalments that are missing, when others were told. */
const PARTS = `
  SELECT NULL::integer AS installment
   WHERE NOT EXISTS (SELECT 1 FROM reconciliation_items i WHERE i.merchant_id = m.merchant_id AND i.cause_id = m.cause_id)
  UNION ALL
  SELECT k FROM generate_series(1, least(coalesce(c.installments, 1), m.cents)::integer) AS k
   WHERE EXISTS (SELECT 1 FROM reconciliation_items i
                  WHERE i.merchant_id = m.merchant_id AND i.cause_id = m.cause_id AND i.installment IS NOT NULL)
     AND NOT EXISTS (SELECT 1 FROM reconciliation_items i
                      WHERE i.merchant_id = m.merchant_id AND i.cause_id = m.cause_id AND i.installment = k)`;

const LIST_UNREPORTED = `
  WITH ${ACCOUNTS}, movements AS (${MOVEMENTS})
  SELECT m.type, ${REFERENCE} AS reference, m.merchant_id AS "merchantId", m.resource_type AS "resourceType",
         m.resource_id AS "resourceId", m.cause_id AS "causeId", m.cents::float8 AS cents, $2::text AS date,
         coalesce(c.installments, 1) AS installments, part.installment
    FROM movements m
    LEFT JOIN charges c ON m.resource_type = 'charge' AND c.merchant_id = m.merchant_id AND c.id = m.resource_id
   CROSS JOIN LATERAL (${PARTS}) part
   LIMIT $3`;

/** What of ours moved at providers, as the books have it, and under which names. Writes nothing. */
@Injectable()
export class MovementRepository {
  /** What the provider calls so; a name may be that of several. */
  async find(
    reading: Reading,
    provider: string,
    names: readonly Named[],
  ): Promise<ReadonlyMap<string, readonly Movement[]>> {
    const found = new Map<string, Movement[]>();
    if (names.length === 0) return found;
    const rows = await reading.query<MovementRow[]>(FIND, [
      provider,
      names.map(({ type }) => type),
      names.map(({ reference }) => reference),
    ]);
    for (const row of rows) {
      const key = keyOf(row);
      found.set(key, [...(found.get(key) ?? []), toMovement(row)]);
    }
    return found;
  }

  /** What moved on a day and no item tells of. */
  async listUnreported(
    reading: Reading,
    provider: string,
    day: string,
    limit: number,
  ): Promise<Unreported[]> {
    const rows = await reading.query<(MovementRow & { readonly installment: number | null })[]>(
      LIST_UNREPORTED,
      [provider, day, limit],
    );
    return rows.flatMap((row) => {
      const { cause, ...rest } = toMovement(row);
      if (cause === null) return [];
      const { type, reference, installment } = row;
      return [{ type, reference, installment, movement: { ...rest, cause } }];
    });
  }
}

export function keyOf({ type, reference }: Named): string {
  return `${type} ${reference}`;
}

function toMovement(row: MovementRow): Movement {
  const { merchantId, resourceType, resourceId, causeId, cents, date, installments } = row;
  const cause = causeId === null || cents === null || date === null ? null : { id: causeId, cents, date };
  return { merchantId, resourceType, resourceId, cause, installments };
}
