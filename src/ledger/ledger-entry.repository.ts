import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type BrokenRule, readInvariants } from '../common/invariants';
import { prepared } from '../database';
import { type AccountRef, accountId } from './accounts.rules';
import { ledgerInvariants } from './ledger.invariants';
import { toCents } from './ledger.repository';
import type { DayOfKind, EntriesWanted, Entry, EntryPage, EntryRange, Period } from './ledger.types';

/** The first moments of the first day and of the day after the last one; parameters are dates and a time zone. */
const moment = (day: string, after: number, zone: string): string =>
  `((CAST(${day} AS date) + ${after})::timestamp AT TIME ZONE CAST(${zone} AS text))`;

const LIST = prepared(
  `SELECT found.total, entry.*
     FROM (SELECT page.total, wanted.seq
             FROM list_ledger_entries($1, $2, $3::text[], $4::boolean, ${moment('$5', 0, '$7')}, ${moment('$6', 1, '$7')},
                                      $8::bigint, $9::bigint, $10::integer) AS page
             LEFT JOIN LATERAL unnest(page.seqs) AS wanted (seq) ON true) AS found
     LEFT JOIN LATERAL (${entryText('entry.seq = found.seq')} OFFSET 0) AS entry ON true
    ORDER BY found.seq DESC`,
);
const RANGE = prepared(
  `SELECT (SELECT coalesce(sum(entries), 0) FROM ledger_counts_until($1, $2, coalesce(${moment('$3', 0, '$5')}, '-infinity'))) AS after,
          (SELECT coalesce(sum(entries), 0) FROM ledger_counts_until($1, $2, ${moment('$4', 1, '$5')})) AS last`,
);
const FORWARD = prepared(`${entryText('entry.seq > $3 AND entry.seq <= $4')} ORDER BY entry.seq LIMIT $5`);
const DAYS = prepared(
  `SELECT NULL AS day, kind, is_credit AS "isCredit", entries, amount_cents AS cents
     FROM ledger_counts_until($1, $2, ${moment('$3', 0, '$5')})
   UNION ALL
   SELECT hour.day, g.kind, g.is_credit, sum(hour.entries), sum(hour.amount_cents)
     FROM ledger_groups($1, $2) AS g
    CROSS JOIN LATERAL (
      SELECT (h.hour AT TIME ZONE CAST($5 AS text))::date::text AS day, h.entries, h.amount_cents
        FROM ledger_hours AS h
       WHERE h.merchant_id = $1 AND h.account_id = $2 AND h.kind = g.kind AND h.is_credit = g.is_credit
         AND h.hour >= ${moment('$3', 0, '$5')} AND h.hour < ${moment('$4', 1, '$5')}
      OFFSET 0) AS hour
    GROUP BY hour.day, g.kind, g.is_credit`,
);

/** Entries as they are looked at: pages of any filter, whole periods, sums of days (decision 0041). */
@Injectable()
export class LedgerEntryRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The rules of the books by themselves that do not hold, of what was written since a moment; null: of everything. */
  listBrokenRules(since: Date | null, settledBefore: Date): Promise<BrokenRule[]> {
    return readInvariants(this.dataSource, ledgerInvariants, [], { since, settledBefore });
  }

  /** A page, newest first, and how many there are of what was asked for, in one snapshot. */
  async list(merchantId: string, account: AccountRef, wanted: EntriesWanted): Promise<EntryPage> {
    const { kinds, direction, period, limit } = wanted;
    const rows = await this.dataSource.manager.query<PageRow[]>(LIST, [
      merchantId,
      accountId(merchantId, account),
      kinds ?? null,
      direction === undefined ? null : direction === 'credit',
      period?.dateFrom ?? null,
      period?.dateTo ?? null,
      period?.timeZone ?? 'UTC',
      'offset' in wanted ? wanted.offset : 0,
      'beforeSeq' in wanted ? wanted.beforeSeq : null,
      limit,
    ]);
    return {
      entries: rows.filter(isFound).map((row) => toEntry(row, account)),
      total: Number(rows[0]?.total ?? 0),
    };
  }

  /** The places of a period: after the first number, up to the second. */
  async findRange(merchantId: string, account: AccountRef, period: Partial<Period>): Promise<EntryRange> {
    const [row] = await this.dataSource.manager.query<{ after: string; last: string }[]>(RANGE, [
      merchantId,
      accountId(merchantId, account),
      period.dateFrom ?? null,
      period.dateTo ?? null,
      period.timeZone ?? 'UTC',
    ]);
    return { afterSeq: Number(row?.after ?? 0), lastSeq: Number(row?.last ?? 0) };
  }

  /** Entries of these places, oldest first, at most so many. */
  async listForward(
    merchantId: string,
    account: AccountRef,
    { afterSeq, lastSeq }: EntryRange,
    limit: number,
  ): Promise<Entry[]> {
    const id = accountId(merchantId, account);
    const rows = await this.dataSource.manager.query<EntryRow[]>(FORWARD, [
      merchantId,
      id,
      afterSeq,
      lastSeq,
      limit,
    ]);
    return rows.map((row) => toEntry(row, account));
  }

  /** What each kind and direction came to on each day; with the day null, all that was before the first one. */
  async listDays(merchantId: string, account: AccountRef, period: Period): Promise<DayOfKind[]> {
    const rows = await this.dataSource.manager.query<DayRow[]>(DAYS, [
      merchantId,
      accountId(merchantId, account),
      period.dateFrom,
      period.dateTo,
      period.timeZone,
    ]);
    return rows.map(({ day, kind, isCredit, entries, cents }) => ({
      day,
      kind,
      direction: isCredit ? 'credit' : 'debit',
      count: Number(entries),
      amountCents: toCents(cents),
    }));
  }
}

interface DayRow {
  readonly day: string | null;
  readonly kind: string;
  readonly isCredit: boolean;
  readonly entries: string;
  readonly cents: string;
}

interface EntryRow {
  readonly seq: string;
  readonly kind: string;
  readonly cents: string;
  readonly balance: string;
  readonly postedAt: Date;
  readonly transactionId: string;
  readonly reference: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly description: string | null;
  readonly occurredAt: Date;
  readonly effectiveDate: string;
}

/** A page without entries is one row, which has the total alone. */
type PageRow = { readonly total: string } & (EntryRow | { readonly seq: null });

function isFound<Row extends PageRow>(row: Row): row is Extract<Row, EntryRow> {
  return row.seq !== null;
}

function entryText(condition: string): string {
  return `SELECT entry.seq, entry.kind, entry.amount_cents AS cents, entry.balance_cents AS balance,
                 entry.posted_at AS "postedAt", t.id AS "transactionId", t.reference, t.resource_type AS "resourceType",
                 t.resource_id AS "resourceId", t.description, t.occurred_at AS "occurredAt",
                 t.effective_date::text AS "effectiveDate"
            FROM ledger_entries AS entry
            JOIN ledger_transactions AS t ON t.merchant_id = entry.merchant_id AND t.id = entry.transaction_id
           WHERE entry.merchant_id = $1 AND entry.account_id = $2 AND ${condition}`;
}

function toEntry(row: EntryRow, account: AccountRef): Entry {
  const { seq, kind, transactionId, reference, description, postedAt, occurredAt, effectiveDate } = row;
  return {
    seq: Number(seq),
    account,
    kind,
    transactionId,
    reference,
    resource: { type: row.resourceType, id: row.resourceId },
    description,
    amountCents: toCents(row.cents),
    balanceCents: toCents(row.balance),
    postedAt,
    occurredAt,
    effectiveDate,
  };
}
