import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Reading } from '../../database';
import { type AccountRef, accountId } from '../accounts.rules';
import { toCents } from '../ledger.repository';
import type { BookBalances, RecordedTransaction, TransactionPage, TransactionsWanted } from '../ledger.types';

interface NamedAccount {
  readonly walletId: string | null;
  readonly name: string;
}

const COLUMNS = `
  t.merchant_id AS "merchantId", t.id, t.reference, t.kind, t.resource_type AS "resourceType",
  t.resource_id AS "resourceId", t.account_ids AS "accountIds", t.amounts_cents AS amounts,
  t.reverses_id AS "reversesId", t.description, t.occurred_at AS "occurredAt", t.recorded_at AS "recordedAt",
  t.effective_date::text AS "effectiveDate",
  (SELECT back.id FROM ledger_transactions AS back
    WHERE back.merchant_id = t.merchant_id AND back.reverses_id = t.id) AS "reversedById",
  (SELECT json_agg(json_build_object('walletId', account.wallet_id, 'name', account.name) ORDER BY account.id)
     FROM ledger_accounts AS account
    WHERE account.merchant_id = t.merchant_id AND account.id = ANY(t.account_ids)) AS accounts`;

/** Which are wanted: all, or those of a kind, of a wallet, of days by `recorded_at`. */
const WANTED = `t.merchant_id = $1 AND ($2::text IS NULL OR t.kind = $2)
  AND ($3::date IS NULL OR t.recorded_at >= ($3::date::timestamp AT TIME ZONE $5::text))
  AND ($4::date IS NULL OR t.recorded_at < (($4::date + 1)::timestamp AT TIME ZONE $5::text))`;

/** The ids alone are looked at, which an index holds; rows are read for the page. */
const LIST = `
  WITH hits AS NOT MATERIALIZED (SELECT t.merchant_id, t.id, t.recorded_at FROM ledger_transactions AS t WHERE ${WANTED}),
  page AS (SELECT merchant_id, id, recorded_at FROM hits
            WHERE $8::timestamptz IS NULL OR (recorded_at, id) < ($8::timestamptz, $9::uuid)
            ORDER BY recorded_at DESC, id DESC OFFSET $6 LIMIT $7)
  SELECT total.count AS total, found.*
    FROM (SELECT count(*) FROM hits) AS total
    LEFT JOIN (SELECT ${COLUMNS} FROM page JOIN ledger_transactions AS t USING (merchant_id, id)) AS found
      ON true
   ORDER BY found."recordedAt" DESC, found.id DESC`;

/** Exact at the moment of the statement; what was recorded later than a moment is taken back again. */
const BOOK = `
  SELECT account.*, least(statement_timestamp(), $2::timestamptz) AS at
    FROM (SELECT 1) AS one
    LEFT JOIN (
  SELECT account.wallet_id AS "walletId", account.name,
         account.posted_cents + coalesce(waiting.cents, 0) - coalesce(later.cents, 0) AS cents
    FROM ledger_accounts AS account
    LEFT JOIN (SELECT account_id, sum(amount_cents) AS cents FROM ledger_tail WHERE merchant_id = $1 GROUP BY account_id) AS waiting
      ON waiting.account_id = account.id
    LEFT JOIN (SELECT line.account_id, sum(line.cents) AS cents
                 FROM ledger_transactions AS t
                CROSS JOIN LATERAL unnest(t.account_ids, t.amounts_cents) AS line (account_id, cents)
                WHERE t.merchant_id = $1 AND t.recorded_at >= coalesce($2::timestamptz, 'infinity')
                GROUP BY line.account_id) AS later
      ON later.account_id = account.id
   WHERE account.merchant_id = $1
     AND (account.wallet_id IS NULL
          OR account.posted_cents + coalesce(waiting.cents, 0) - coalesce(later.cents, 0) <> 0)
    ) AS account ON true
   ORDER BY account."walletId" NULLS FIRST, account.name`;

/** Transactions as they are looked at, and what all of them come to. */
@Injectable()
export class LedgerTransactionRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(
    merchantId: string,
    id: string,
    on: Reading = this.dataSource.manager,
  ): Promise<RecordedTransaction | null> {
    const [row] = await on.query<TransactionRow[]>(
      `SELECT ${COLUMNS} FROM ledger_transactions AS t WHERE t.merchant_id = $1 AND t.id = $2`,
      [merchantId, id],
    );
    return row === undefined ? null : toTransaction(row);
  }

  /** One merchant's transactions of these references. */
  async listByReference(
    merchantId: string,
    references: readonly string[],
    on: Reading = this.dataSource.manager,
  ): Promise<RecordedTransaction[]> {
    const rows = await on.query<TransactionRow[]>(
      `SELECT ${COLUMNS} FROM ledger_transactions AS t WHERE t.merchant_id = $1 AND t.reference = ANY($2::text[])`,
      [merchantId, references],
    );
    return rows.map(toTransaction);
  }

  /** Which of these references stand in a merchant's book. */
  async listPosted(
    merchantId: string,
    references: readonly string[],
    on: Reading = this.dataSource.manager,
  ): Promise<Set<string>> {
    const rows = await on.query<{ reference: string }[]>(
      'SELECT reference FROM ledger_transactions WHERE merchant_id = $1 AND reference = ANY($2::text[])',
      [merchantId, references],
    );
    return new Set(rows.map(({ reference }) => reference));
  }

  /** A page, newest first, and how many there are of what was asked for, in one snapshot. */
  async list(merchantId: string, wanted: TransactionsWanted): Promise<TransactionPage> {
    const { kind, period, limit } = wanted;
    const after = 'after' in wanted ? wanted.after : null;
    const rows = await this.dataSource.manager.query<PageRow[]>(LIST, [
      merchantId,
      kind ?? null,
      period.dateFrom ?? null,
      period.dateTo ?? null,
      period.timeZone ?? 'UTC',
      'offset' in wanted ? wanted.offset : 0,
      limit,
      after?.recordedAt ?? null,
      after?.id ?? null,
    ]);
    return {
      transactions: rows.filter(isFound).map(toTransaction),
      total: Number(rows[0]?.total ?? 0),
    };
  }

  /** The book as it is, or as it was before a moment: its own accounts first, of wallets what holds something. */
  async getBook(merchantId: string, before: Date | null): Promise<BookBalances> {
    const rows = await this.dataSource.manager.query<BookRow[]>(BOOK, [merchantId, before]);
    const at = rows[0]?.at;
    if (at === undefined) throw new Error('a book is read at a moment');
    const balances = rows.filter(isAccount).map(({ walletId, name, cents }) => ({
      account: toAccount({ walletId, name }),
      balanceCents: toCents(cents),
    }));
    return { balances, at };
  }

  async hasAccount(
    merchantId: string,
    account: AccountRef,
    on: Reading = this.dataSource.manager,
  ): Promise<boolean> {
    const rows = await on.query<unknown[]>(
      'SELECT 1 FROM ledger_accounts WHERE merchant_id = $1 AND id = $2',
      [merchantId, accountId(merchantId, account)],
    );
    return rows.length > 0;
  }
}

/** A book without accounts is one row, which has the moment alone. */
type BookRow = { readonly at: Date } & (
  | { readonly name: string; readonly walletId: string | null; readonly cents: string }
  | { readonly name: null }
);

function isAccount<Row extends BookRow>(row: Row): row is Extract<Row, { readonly name: string }> {
  return row.name !== null;
}

interface TransactionRow extends Omit<RecordedTransaction, 'resource' | 'lines'> {
  readonly resourceType: string;
  readonly resourceId: string;
  readonly amounts: readonly string[];
  readonly accounts: readonly NamedAccount[];
}

/** A page without transactions is one row, which has the total alone. */
type PageRow = { readonly total: string } & (TransactionRow | { readonly id: null });

function isFound<Row extends PageRow>(row: Row): row is Extract<Row, TransactionRow> {
  return row.id !== null;
}

/** Accounts and amounts are in the same order: that of the accounts' ids. */
function toTransaction(row: TransactionRow): RecordedTransaction {
  return {
    merchantId: row.merchantId,
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    resource: { type: row.resourceType, id: row.resourceId },
    accountIds: row.accountIds,
    lines: row.accounts.map((account, at) => ({
      account: toAccount(account),
      amountCents: toCents(row.amounts[at] ?? '0'),
    })),
    reversesId: row.reversesId,
    reversedById: row.reversedById,
    description: row.description,
    occurredAt: row.occurredAt,
    recordedAt: row.recordedAt,
    effectiveDate: row.effectiveDate,
  };
}

/** Names of accounts are checked by the table. */
function toAccount({ walletId, name }: NamedAccount): AccountRef {
  return { walletId, name } as AccountRef;
}
