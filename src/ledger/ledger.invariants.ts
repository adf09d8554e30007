import { changedSince, type Invariant } from '../common/invariants';

/** Every line of every transaction, as the arrays have them. */
const LINES = `
  SELECT t.merchant_id, t.id AS transaction_id, t.kind, line.account_id, line.amount_cents
    FROM ledger_transactions t
    CROSS JOIN LATERAL unnest(t.account_ids, t.amounts_cents) AS line (account_id, amount_cents)
   WHERE ${changedSince('t.recorded_at')}`;

/** What is in the books of lines: entries, and what still waits. */
const KEPT = `
  SELECT merchant_id, transaction_id, kind, account_id, amount_cents FROM ledger_entries
   WHERE ${changedSince('posted_at')}
  UNION ALL
  SELECT merchant_id, transaction_id, kind, account_id, amount_cents FROM ledger_tail`;

/**
 * A condition: what happened before there were books is in them once a book is complete (money contract §20, Existing data).
 * @param merchant a column with the name of its table
 */
export function isBookComplete(merchant: string): string {
  return `EXISTS (SELECT 1 FROM books b WHERE b.merchant_id = ${merchant} AND b.backfilled_at IS NOT NULL)`;
}

/** What must be true of the books by themselves (money contract §20); what they are about adds its own rules. */
export const ledgerInvariants: readonly Invariant[] = [
  {
    name: 'every merchant has a book',
    sql: `SELECT m.id AS merchant_id FROM merchants m
           WHERE NOT EXISTS (SELECT 1 FROM books b WHERE b.merchant_id = m.id)`,
  },
  {
    name: 'the lines of a transaction sum to zero',
    sql: `SELECT merchant_id, id AS transaction_id, reference FROM ledger_transactions
           WHERE ${changedSince('recorded_at')} AND NOT is_ledger_posting(account_ids, amounts_cents)`,
  },
  {
    name: 'the accounts of a book sum to zero',
    sql: `SELECT merchant_id, sum(cents) AS sum_cents
            FROM (SELECT merchant_id, posted_cents AS cents FROM ledger_accounts
                  UNION ALL SELECT merchant_id, amount_cents FROM ledger_tail) held
           GROUP BY merchant_id HAVING sum(cents) <> 0`,
  },
  {
    name: 'a line of a transaction is exactly one entry, or waits to be one',
    sql: `SELECT line.merchant_id, line.transaction_id, line.account_id, line.amount_cents
            FROM (${LINES}) line
           WHERE (SELECT count(*) FROM ledger_entries e
                   WHERE e.merchant_id = line.merchant_id AND e.account_id = line.account_id
                     AND e.transaction_id = line.transaction_id AND e.amount_cents = line.amount_cents
                     AND e.kind = line.kind)
               + (SELECT count(*) FROM ledger_tail w
                   WHERE w.merchant_id = line.merchant_id AND w.account_id = line.account_id
                     AND w.transaction_id = line.transaction_id AND w.amount_cents = line.amount_cents
                     AND w.kind = line.kind) <> 1`,
  },
  {
    name: 'an entry is a line of a transaction, on an account of its book',
    sql: `SELECT kept.merchant_id, kept.account_id, kept.transaction_id, kept.amount_cents
            FROM (${KEPT}) kept
            LEFT JOIN ledger_transactions t ON t.merchant_id = kept.merchant_id AND t.id = kept.transaction_id
            LEFT JOIN ledger_accounts a ON a.merchant_id = kept.merchant_id AND a.id = kept.account_id
           WHERE a.id IS NULL OR t.kind IS DISTINCT FROM kept.kind
              OR t.amounts_cents[array_position(t.account_ids, kept.account_id)] IS DISTINCT FROM kept.amount_cents`,
  },
  {
    name: 'an account is what its last entry says, and the sum of its entries',
    sql: `SELECT a.merchant_id, a.id AS account_id, a.name, a.seq, a.posted_cents, e.entries, e.sum_cents, last.balance_cents
            FROM ledger_accounts a
            CROSS JOIN LATERAL (
              SELECT count(*) AS entries, coalesce(sum(amount_cents), 0) AS sum_cents FROM ledger_entries
               WHERE merchant_id = a.merchant_id AND account_id = a.id) e
            LEFT JOIN ledger_entries last
              ON last.merchant_id = a.merchant_id AND last.account_id = a.id AND last.seq = a.seq
           WHERE (${changedSince('a.posted_at')} OR a.posted_at IS NULL)
             AND (a.seq, a.posted_cents, a.posted_cents, a.posted_at) IS DISTINCT FROM
                 (e.entries, e.sum_cents, coalesce(last.balance_cents, 0), last.posted_at)`,
  },
  {
    name: 'entries count without a gap, and each balance follows from the one before',
    sql: `SELECT e.merchant_id, e.account_id, e.seq, e.amount_cents, e.balance_cents
            FROM ledger_entries e
            LEFT JOIN ledger_entries before
              ON before.merchant_id = e.merchant_id AND before.account_id = e.account_id AND before.seq = e.seq - 1
           WHERE ${changedSince('e.posted_at')}
             AND ((before.seq IS NULL) <> (e.seq = 1) OR e.posted_at < before.posted_at
                  OR e.balance_cents <> coalesce(before.balance_cents, 0) + e.amount_cents)`,
  },
  {
    name: 'hours count and sum the entries of an account, each kind and direction by itself',
    sql: `SELECT coalesce(h.merchant_id, e.merchant_id) AS merchant_id, coalesce(h.account_id, e.account_id) AS account_id,
                 coalesce(h.kind, e.kind) AS kind, coalesce(h.hour, e.hour) AS hour, h.entries, e.entries AS counted
            FROM (SELECT *, sum(entries) OVER earlier AS sum_entries, sum(amount_cents) OVER earlier AS sum_cents
                    FROM ledger_hours
                  WINDOW earlier AS (PARTITION BY merchant_id, account_id, kind, is_credit ORDER BY hour
                                     ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) AS h
            FULL JOIN (SELECT merchant_id, account_id, kind, is_credit, date_trunc('hour', posted_at, 'UTC') AS hour,
                              count(*) AS entries, sum(amount_cents) AS cents
                         FROM ledger_entries GROUP BY 1, 2, 3, 4, 5) AS e
              ON h.merchant_id = e.merchant_id AND h.account_id = e.account_id AND h.kind = e.kind
             AND h.is_credit = e.is_credit AND h.hour = e.hour
           WHERE ${changedSince("coalesce(h.hour, e.hour) + interval '1 hour'")}
             AND (h.entries, h.amount_cents, h.entries_before, h.amount_before_cents)
                 IS DISTINCT FROM (e.entries, e.cents::bigint, coalesce(h.sum_entries, 0)::bigint,
                                   coalesce(h.sum_cents, 0)::bigint)`,
  },
  {
    name: 'an entry has its place among those of its kind and direction',
    sql: `SELECT merchant_id, account_id, seq, kind_seq, place
            FROM (SELECT merchant_id, account_id, seq, posted_at, kind_seq,
                         row_number() OVER (PARTITION BY merchant_id, account_id, kind, is_credit ORDER BY seq) AS place
                    FROM ledger_entries) AS numbered
           WHERE kind_seq <> place AND ${changedSince('posted_at')}`,
  },
  {
    name: 'no balance passes the bound of its account',
    sql: `SELECT a.merchant_id, a.id AS account_id, a.name, e.seq, e.balance_cents
            FROM ledger_entries e
            JOIN ledger_accounts a ON a.merchant_id = e.merchant_id AND a.id = e.account_id
           WHERE ${changedSince('e.posted_at')}
             AND (e.balance_cents < a.min_cents OR e.balance_cents > a.max_cents)`,
  },
  {
    // What moves an account towards its bound was posted with its transaction.
    name: 'what waits to be an entry moves its account away from its bound',
    sql: `SELECT a.merchant_id, a.id AS account_id, a.name, w.transaction_id, w.amount_cents
            FROM ledger_tail w
            JOIN ledger_accounts a ON a.merchant_id = w.merchant_id AND a.id = w.account_id
           WHERE CASE WHEN w.amount_cents < 0 THEN a.min_cents ELSE a.max_cents END IS NOT NULL`,
  },
  {
    name: 'a reversal is the exact negative of what it reverses, and the only one',
    sql: `SELECT r.merchant_id, r.id AS transaction_id, r.reference, o.reference AS reversed
            FROM ledger_transactions r
            LEFT JOIN ledger_transactions o ON o.merchant_id = r.merchant_id AND o.id = r.reverses_id
           WHERE r.reverses_id IS NOT NULL AND ${changedSince('r.recorded_at')}
             AND (o.id IS NULL OR r.account_ids <> o.account_ids
                  OR EXISTS (SELECT 1 FROM unnest(r.amounts_cents, o.amounts_cents) AS line (back, forth)
                              WHERE back IS DISTINCT FROM -forth)
                  OR EXISTS (SELECT 1 FROM ledger_transactions other
                              WHERE other.merchant_id = r.merchant_id AND other.reverses_id = r.reverses_id
                                AND other.id <> r.id))`,
  },
];
