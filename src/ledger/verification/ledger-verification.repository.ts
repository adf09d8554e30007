import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { keepToIndexes, type Tx } from '../../database';
import { entryRules, lastVerifiedRule, MOST_BROKEN } from './entry.invariants';
import type { AccountPlace, Slice, WalkPlace } from './slices.rules';

/** The next hours of accounts, in the order of the walk. */
const NEXT = `
  SELECT DISTINCT hour::text, merchant_id AS "merchantId", account_id AS "accountId", hour, merchant_id, account_id
    FROM (SELECT hour, merchant_id, account_id FROM ledger_hours
           WHERE (hour, merchant_id, account_id) > ($1::timestamptz, $2::uuid, $3::uuid)
           ORDER BY hour, merchant_id, account_id LIMIT $4) AS ahead
   ORDER BY ahead.hour, merchant_id, account_id`;

/** What is not verified of accounts. What is committed has no gap: whoever posts holds the account until then. */
const SLICES = `
  SELECT account.merchant_id AS "merchantId", account.id AS "accountId",
         coalesce(v.seq, 0)::float8 AS after, account.seq::float8 AS "upTo"
    FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS wanted (merchant_id, account_id, place)
    JOIN ledger_accounts AS account ON account.merchant_id = wanted.merchant_id AND account.id = wanted.account_id
    LEFT JOIN ledger_verified AS v ON v.merchant_id = wanted.merchant_id AND v.account_id = wanted.account_id
   WHERE account.seq > coalesce(v.seq, 0) OR v.is_broken AND account.seq = v.seq
   ORDER BY wanted.place`;

const GIVEN =
  'unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[]) AS slice (merchant_id, account_id, after, up_to)';
const RULES = [
  lastVerifiedRule(`(v.merchant_id, v.account_id) IN (SELECT merchant_id, account_id FROM ${GIVEN})`),
  ...entryRules(`
    SELECT entry.* FROM ${GIVEN}
     CROSS JOIN LATERAL (
       SELECT * FROM ledger_entries WHERE merchant_id = slice.merchant_id AND account_id = slice.account_id
          AND seq > slice.after AND seq <= slice.up_to
       OFFSET 0) AS entry`),
];

/**
 * An account whose last entry is not there has a break, too. One with a break stays where it is, and is one with a break until all
 * of it is verified.
 */
const KEEP = `
  INSERT INTO ledger_verified AS v (merchant_id, account_id, seq, balance_cents, posted_at, verified_at, is_broken)
  SELECT slice.merchant_id, slice.account_id, coalesce(last.seq, 0), coalesce(last.balance_cents, 0), last.posted_at,
         clock_timestamp(), last.seq IS NULL
    FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::boolean[]) AS slice (merchant_id, account_id, up_to, is_broken)
    LEFT JOIN ledger_entries AS last
      ON last.merchant_id = slice.merchant_id AND last.account_id = slice.account_id AND last.seq = slice.up_to
     AND NOT slice.is_broken
  ON CONFLICT (merchant_id, account_id) DO UPDATE
     SET (seq, balance_cents, posted_at, verified_at, is_broken) = (
       SELECT kept.seq, kept.balance_cents, kept.posted_at, kept.verified_at,
              excluded.is_broken OR v.is_broken AND excluded.seq < (
                SELECT seq FROM ledger_accounts WHERE merchant_id = v.merchant_id AND id = v.account_id)
         FROM (SELECT v.seq, v.balance_cents, v.posted_at, v.verified_at WHERE excluded.is_broken
               UNION ALL
               SELECT excluded.seq, excluded.balance_cents, excluded.posted_at, excluded.verified_at
                WHERE NOT excluded.is_broken) AS kept)
  RETURNING merchant_id AS "merchantId", account_id AS "accountId", is_broken AS "isBroken"`;

/** How far accounts are verified, and what is read to verify more of them (src/ledger/README.md). */
@Injectable()
export class LedgerVerificationRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Takes the walk for this transaction; null when another process has it. Every look-up keeps to the indexes. */
  async take(tx: Tx): Promise<WalkPlace | null> {
    await keepToIndexes(tx);
    const [place] = await tx.query<WalkPlace[]>(
      `SELECT hour::text, merchant_id AS "merchantId", account_id AS "accountId"
         FROM ledger_verification WHERE id = 1 FOR UPDATE SKIP LOCKED`,
    );
    return place ?? null;
  }

  listNext(tx: Tx, after: WalkPlace, most: number): Promise<WalkPlace[]> {
    return tx.query(NEXT, [after.hour, after.merchantId, after.accountId, most]);
  }

  /** Accounts with a break, so many at most. */
  listBroken(tx: Tx): Promise<AccountPlace[]> {
    return tx.query(
      `SELECT merchant_id AS "merchantId", account_id AS "accountId" FROM ledger_verified
        WHERE is_broken ORDER BY merchant_id, account_id LIMIT ${MOST_BROKEN}`,
    );
  }

  /** What there is to verify of accounts, in their order; of those that are verified nothing. */
  listSlices(tx: Tx, accounts: readonly AccountPlace[]): Promise<Slice[]> {
    return tx.query(SLICES, [
      accounts.map(({ merchantId }) => merchantId),
      accounts.map(({ accountId }) => accountId),
    ]);
  }

  /** Reads slices by every rule of entries, and moves the accounts without a break; answers those with one. */
  async verify(tx: Tx, slices: readonly Slice[]): Promise<AccountPlace[]> {
    const merchants = slices.map(({ merchantId }) => merchantId);
    const accounts = slices.map(({ accountId }) => accountId);
    const after = slices.map((slice) => slice.after);
    const upTo = slices.map((slice) => slice.upTo);
    const broken = new Set<string>();
    for (const { sql } of RULES) {
      const rows = await tx.query<{ account_id: string }[]>(sql, [merchants, accounts, after, upTo]);
      for (const row of rows) broken.add(row.account_id);
    }
    const isBroken = accounts.map((id) => broken.has(id));
    const kept = await tx.query<(AccountPlace & { isBroken: boolean })[]>(KEEP, [
      merchants,
      accounts,
      upTo,
      isBroken,
    ]);
    return kept.filter((account) => account.isBroken);
  }

  /** Goes on after this place the next time; null: with the hour before this one, in which somebody may still commit. */
  async leave(tx: Tx, place: WalkPlace | null): Promise<void> {
    await tx.query(
      `UPDATE ledger_verification
          SET hour = coalesce($1::timestamptz, date_trunc('hour', clock_timestamp(), 'UTC') - interval '1 hour'),
              merchant_id = coalesce($2::uuid, '00000000-0000-0000-0000-000000000000'),
              account_id = coalesce($3::uuid, '00000000-0000-0000-0000-000000000000') WHERE id = 1`,
      [place?.hour ?? null, place?.merchantId ?? null, place?.accountId ?? null],
    );
  }

  /** Accounts with a break that the rounds have met. */
  async countBroken(): Promise<number> {
    const [row] = await this.dataSource.manager.query<{ count: number }[]>(
      'SELECT count(*)::integer AS count FROM ledger_verified WHERE is_broken',
    );
    return row?.count ?? 0;
  }
}
