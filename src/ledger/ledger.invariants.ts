import { changedSince, type Invariant } from '../common/invariants';
import {
  entryRules,
  lastVerifiedRule,
  CHANGED_ACCOUNTS,
  UNVERIFIED_ACCOUNTS,
  UNVERIFIED_ENTRIES,
} from './verification/entry.invariants';

/** Every line of every transaction, as the arrays have them. */
const LINES = `
  SELECT t.merchant_id, t.id AS transaction_id, t.kind, line.account_id, line.amount_cents
    FROM ledger_transactions t
    CROSS JOIN LATERAL unnest(t.account_ids, t.amounts_cents) AS line (account_id, amount_cents)
   WHERE ${changedSince('t.recorded_at')}`;

/** Entries and what still waits, as rules of entries read them: of all that was posted, and of what is not verified yet. */
const POSTED = `SELECT * FROM ledger_entries WHERE ${changedSince('posted_at')}`;
const WAITING = `SELECT merchant_id, account_id, transaction_id, kind, amount_cents FROM ledger_tail`;
const AHEAD = entryRules(UNVERIFIED_ENTRIES, WAITING);

/** Whether a moment is in one of the hours since; hours are compared whole. */
function inHoursSince(column: string): string {
  return `($1::timestamptz IS NULL OR ${column} >= date_trunc('hour', $1::timestamptz, 'UTC'))`;
}

function sums(condition: string): string {
  return `SELECT merchant_id, sum(cents) AS sum_cents
            FROM (SELECT merchant_id, posted_cents AS cents FROM ledger_accounts ${condition}
                  UNION ALL SELECT merchant_id, amount_cents FROM ledger_tail ${condition}) held
           GROUP BY merchant_id HAVING sum(cents) <> 0`;
}

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
    sql: sums(''),
    ahead: sums(`WHERE merchant_id IN (SELECT merchant_id FROM (${CHANGED_ACCOUNTS}) changed)`),
  },
  {
    name: 'a line of a transaction is exactly one entry, or waits to be one',
    // Entries by their transaction: where many accounts have few entries, PostgreSQL thinks that a merchant and an account are
    // enough, takes the index of kinds, and reads a large account once for each of its lines.
    sql: `SELECT line.merchant_id, line.transaction_id, line.account_id, line.amount_cents
            FROM (${LINES}) line
           WHERE (SELECT count(*) FILTER (WHERE e.account_id = line.account_id
                                            AND e.amount_cents = line.amount_cents AND e.kind = line.kind)
                    FROM ledger_entries e
                   WHERE e.merchant_id = line.merchant_id AND e.transaction_id = line.transaction_id)
               + (SELECT count(*) FILTER (WHERE w.amount_cents = line.amount_cents AND w.kind = line.kind)
                    FROM ledger_tail w
                   WHERE w.merchant_id = line.merchant_id AND w.account_id = line.account_id
                     AND w.transaction_id = line.transaction_id) <> 1`,
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
    // The entries before are verified one after the other: their number is the place of the last one, their sum its balance.
    ahead: `SELECT a.merchant_id, a.id AS account_id, a.name, a.seq, a.posted_cents, last.seq AS entries, last.balance_cents
              FROM (${UNVERIFIED_ACCOUNTS}) changed
              JOIN ledger_accounts a ON a.merchant_id = changed.merchant_id AND a.id = changed.account_id
              LEFT JOIN LATERAL (
                SELECT seq, balance_cents, posted_at FROM ledger_entries
                 WHERE merchant_id = a.merchant_id AND account_id = a.id ORDER BY seq DESC LIMIT 1) last ON true
             WHERE (a.seq, a.posted_cents, a.posted_at) IS DISTINCT FROM
                   (coalesce(last.seq, 0), coalesce(last.balance_cents, 0), last.posted_at)`,
  },
  {
    ...lastVerifiedRule(changedSince('v.verified_at')),
    ahead: lastVerifiedRule(`(v.merchant_id, v.account_id) IN (${UNVERIFIED_ACCOUNTS})`).sql,
  },
  ...entryRules(POSTED, WAITING).map(({ name, sql }, place): Invariant => ({
    name,
    sql,
    ahead: AHEAD[place]?.sql,
  })),
  {
    name: 'hours count and sum the entries of an account, each kind and direction by itself',
    sql: `SELECT coalesce(h.merchant_id, e.merchant_id) AS merchant_id, coalesce(h.account_id, e.account_id) AS account_id,
                 coalesce(h.kind, e.kind) AS kind, coalesce(h.hour, e.hour) AS hour, h.entries, e.entries AS counted
            FROM (SELECT hours.*, before.entries AS sum_entries, before.cents AS sum_cents
                    FROM ledger_hours hours
                    LEFT JOIN LATERAL (
                      SELECT entries_before + entries AS entries, amount_before_cents + amount_cents AS cents
                        FROM ledger_hours WHERE merchant_id = hours.merchant_id AND account_id = hours.account_id
                         AND kind = hours.kind AND is_credit = hours.is_credit AND hour < hours.hour
                       ORDER BY hour DESC LIMIT 1) before ON true
                   WHERE ${inHoursSince('hours.hour')}) AS h
            FULL JOIN (SELECT merchant_id, account_id, kind, is_credit, date_trunc('hour', posted_at, 'UTC') AS hour,
                              count(*) AS entries, sum(amount_cents) AS cents
                         FROM ledger_entries WHERE ${inHoursSince('posted_at')} GROUP BY 1, 2, 3, 4, 5) AS e
              ON h.merchant_id = e.merchant_id AND h.account_id = e.account_id AND h.kind = e.kind
             AND h.is_credit = e.is_credit AND h.hour = e.hour
           WHERE (h.entries, h.amount_cents, h.entries_before, h.amount_before_cents)
                 IS DISTINCT FROM (e.entries, e.cents::bigint, coalesce(h.sum_entries, 0), coalesce(h.sum_cents, 0))`,
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
