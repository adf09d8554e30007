import type { Invariant } from '../../common/invariants';

/** Entries of one account that a round, or a reading between two whole ones, goes on by at most. */
export const ENTRIES_A_ROUND = 20_000;
/** Of a reading between two whole ones: hours of accounts that are looked at, accounts with a break, and entries of all. */
const MOST_HOURS = 5_000;
export const MOST_BROKEN = 100;
const MOST_ENTRIES = 100_000;

/** Accounts that something was posted to since the hour of `$1`. */
export const CHANGED_ACCOUNTS = `
  SELECT DISTINCT merchant_id, account_id FROM ledger_hours
   WHERE hour >= date_trunc('hour', $1::timestamptz, 'UTC')`;

/** Wallets of such accounts. */
export const CHANGED_WALLETS = `
  SELECT a.merchant_id, a.wallet_id
    FROM (${CHANGED_ACCOUNTS}) changed
    JOIN ledger_accounts a ON a.merchant_id = changed.merchant_id AND a.id = changed.account_id`;

/** Accounts that moved in hours that the rounds have not left behind yet, the newest first, and those with a break. */
export const UNVERIFIED_ACCOUNTS = `
  SELECT merchant_id, account_id
    FROM (SELECT merchant_id, account_id FROM ledger_verified WHERE is_broken LIMIT ${MOST_BROKEN}) broken
   UNION
  SELECT merchant_id, account_id
    FROM (SELECT merchant_id, account_id FROM ledger_hours WHERE hour >= (SELECT hour FROM ledger_verification)
           ORDER BY hour DESC, merchant_id DESC, account_id DESC LIMIT ${MOST_HOURS}) recent`;

/** What is posted to them behind their verified entry. */
export const UNVERIFIED_ENTRIES = `
  SELECT entry.*
    FROM (${UNVERIFIED_ACCOUNTS}) account
    LEFT JOIN ledger_verified v ON v.merchant_id = account.merchant_id AND v.account_id = account.account_id
   CROSS JOIN LATERAL (
     SELECT * FROM ledger_entries
      WHERE merchant_id = account.merchant_id AND account_id = account.account_id AND seq > coalesce(v.seq, 0)
      ORDER BY seq LIMIT ${ENTRIES_A_ROUND}) entry
   LIMIT ${MOST_ENTRIES}`;

/**
 * The last verified entry of accounts is what it was: else all after it would be verified against something else.
 * @param condition of which accounts, as `v`
 */
export function lastVerifiedRule(condition: string): Invariant {
  return {
    name: 'the last entry that was verified of an account is what it was then',
    sql: `SELECT v.merchant_id, v.account_id, v.seq, v.balance_cents AS verified_cents, e.balance_cents
            FROM ledger_verified v
            LEFT JOIN ledger_entries e ON e.merchant_id = v.merchant_id AND e.account_id = v.account_id AND e.seq = v.seq
           WHERE v.seq > 0 AND ${condition}
             AND (e.balance_cents, e.posted_at) IS DISTINCT FROM (v.balance_cents, v.posted_at)`,
  };
}

/** Nothing that waits. */
const NONE = `
  SELECT merchant_id, account_id, transaction_id, kind, amount_cents FROM ledger_tail WHERE false`;

/**
 * What must be true of each entry, seen from it and the one before: when it holds for all up to a place, it needs to be read
 * for what comes after it alone.
 * @param entries a SELECT of rows of `ledger_entries`
 * @param waiting one of the lines that wait, of which the rule of lines holds too
 */
export function entryRules(entries: string, waiting = NONE): readonly Invariant[] {
  return [
    {
      name: 'an entry is a line of a transaction, on an account of its book',
      sql: `SELECT kept.merchant_id, kept.account_id, kept.transaction_id, kept.amount_cents
              FROM (SELECT merchant_id, account_id, transaction_id, kind, amount_cents FROM (${entries}) e
                    UNION ALL ${waiting}) kept
              LEFT JOIN ledger_transactions t ON t.merchant_id = kept.merchant_id AND t.id = kept.transaction_id
              LEFT JOIN ledger_accounts a ON a.merchant_id = kept.merchant_id AND a.id = kept.account_id
             WHERE a.id IS NULL OR t.kind IS DISTINCT FROM kept.kind
                OR t.amounts_cents[array_position(t.account_ids, kept.account_id)] IS DISTINCT FROM kept.amount_cents`,
    },
    {
      name: 'entries count without a gap, and each balance follows from the one before',
      sql: `SELECT e.merchant_id, e.account_id, e.seq, e.amount_cents, e.balance_cents
              FROM (${entries}) e
              LEFT JOIN ledger_entries before
                ON before.merchant_id = e.merchant_id AND before.account_id = e.account_id AND before.seq = e.seq - 1
             WHERE (before.seq IS NULL) <> (e.seq = 1) OR e.posted_at < before.posted_at
                OR e.balance_cents <> coalesce(before.balance_cents, 0) + e.amount_cents`,
    },
    {
      name: 'an entry has its place among those of its kind and direction',
      sql: `SELECT e.merchant_id, e.account_id, e.seq, e.kind_seq, coalesce(before.kind_seq, 0) + 1 AS place
              FROM (${entries}) e
              LEFT JOIN LATERAL (
                SELECT kind_seq FROM ledger_entries
                 WHERE merchant_id = e.merchant_id AND account_id = e.account_id AND kind = e.kind
                   AND is_credit = e.is_credit AND seq < e.seq
                 ORDER BY seq DESC LIMIT 1) before ON true
             WHERE e.kind_seq <> coalesce(before.kind_seq, 0) + 1`,
    },
    {
      name: 'no balance passes the bound of its account',
      sql: `SELECT a.merchant_id, a.id AS account_id, a.name, e.seq, e.balance_cents
              FROM (${entries}) e
              JOIN ledger_accounts a ON a.merchant_id = e.merchant_id AND a.id = e.account_id
             WHERE e.balance_cents < a.min_cents OR e.balance_cents > a.max_cents`,
    },
  ];
}
