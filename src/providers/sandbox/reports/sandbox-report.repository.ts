import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { localDay } from '../../../common/calendar';
import type { Tx } from '../../../database';
import { netOfLine, type ReportLine, type ReportLineType } from '../../report.port';
import type { Query } from '../sandbox.repository';
import type { LinesOf, ReportFault } from './report-fault';

/** Lines of one page of its reports. */
const PAGE = 500;

/** What the sandbox keeps of each payout, in cents; of payments it keeps one of a hundred, rounded down. */
const PAYOUT_FEE_CENTS = 10;

const INTO = `
  INSERT INTO sandbox_provider.report_lines (line_id, account_id, day, type, reference, installment, gross_cents, fee_cents)`;

/** A line as it stands in the sandbox's books, and what it was told to do with it. */
export interface FiledLine {
  readonly seq: number;
  readonly line: ReportLine;
  readonly fault: ReportFault | null;
}

interface FiledRow {
  readonly seq: number;
  readonly lineId: string;
  readonly type: ReportLineType;
  readonly reference: string;
  readonly installment: number | null;
  readonly gross: number;
  readonly fee: number;
  readonly day: string;
  readonly action: ReportFault['action'] | null;
  readonly otherGross: number | null;
  readonly otherDay: string | null;
}

/**
 * Writes, as a part of another statement, a line for each instalment of payments that have taken their money.
 * @param payments what has the columns of payments
 * @param day the parameter that holds the day of the lines
 */
export function insertPaymentLines(payments: string, day: string): string {
  return `${INTO}
    SELECT 'payment_' || p.reference || CASE WHEN p.installments > 1 THEN '_' || k ELSE '' END, p.account_id, ${day}::date, 'payment',
           p.reference, CASE WHEN p.installments > 1 THEN k END, part.cents, part.cents / 100
      FROM ${payments} p
     CROSS JOIN generate_series(1, p.installments) k
     CROSS JOIN LATERAL (SELECT p.captured_cents / p.installments
                                + CASE WHEN k <= p.captured_cents % p.installments THEN 1 ELSE 0 END AS cents) part
     WHERE part.cents > 0 ORDER BY k`;
}

/**
 * Writes, as a part of another statement, a line for money of a payment that went back.
 * @param payments what has the columns of payments
 * @param parameters those that hold the key of who asked for it, the amount and the day of the line
 */
export function insertRefundLine(
  payments: string,
  { key, cents, day }: { readonly key: string; readonly cents: string; readonly day: string },
): string {
  return `${INTO}
    SELECT 'refund_' || ${key}::text, account_id, ${day}::date, 'refund', ${key}::text, NULL, ${cents}::bigint, 0 FROM ${payments}`;
}

/** The days of the sandbox: a line is written where the sandbox acts, together with what it does. */
@Injectable()
export class SandboxReportRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** What a dispute takes, or what it gives back when it is won; nothing where no money moves. */
  async noteDispute(
    query: Query,
    type: 'dispute' | 'dispute_return',
    { reference, disputeId, amountCents }: { reference: string; disputeId: string; amountCents: number },
    at: Date,
  ): Promise<void> {
    await query(
      `${INTO} SELECT $2::text || '_' || $1::text, account_id, $5, $2::text, $3::text, NULL, $4::bigint, 0
         FROM sandbox_provider.payments WHERE reference = $1 AND $4::bigint > 0`,
      [reference, type, disputeId, amountCents, localDay(at)],
    );
  }

  /** What a dispute will take has changed before it was told. */
  async alterDispute(query: Query, reference: string, amountCents: number): Promise<void> {
    const line = `dispute_${reference}`;
    await (amountCents > 0
      ? query('UPDATE sandbox_provider.report_lines SET gross_cents = $2 WHERE line_id = $1', [
          line,
          amountCents,
        ])
      : query('DELETE FROM sandbox_provider.report_lines WHERE line_id = $1', [line]));
  }

  /** A payout left. Noted once, however often it is asked about. */
  async notePayout(query: Query, reference: string, at: Date): Promise<void> {
    await query(
      `${INTO} SELECT 'payout_' || reference, account_id, $2, 'payout', reference, NULL, amount_cents, ${PAYOUT_FEE_CENTS}
         FROM sandbox_provider.payouts WHERE reference = $1 AND state = 'paid'
       ON CONFLICT (line_id) DO NOTHING`,
      [reference, localDay(at)],
    );
  }

  /** Money of a payout came back. */
  async notePayoutReturn(query: Query, returnId: string, at: Date): Promise<void> {
    await query(
      `${INTO} SELECT 'payout_return_' || r.id, p.account_id, $2, 'payout_return', r.id, NULL, r.amount_cents, 0
         FROM sandbox_provider.payout_returns r JOIN sandbox_provider.payouts p USING (reference) WHERE r.id = $1`,
      [returnId, localDay(at)],
    );
  }

  /** A page of an account's day, in the order in which it was written. */
  async listDay(accountId: string, day: string, after: number): Promise<FiledLine[]> {
    const rows = await this.dataSource.query<FiledRow[]>(
      `SELECT l.seq::float8 AS seq, l.line_id AS "lineId", l.type, l.reference, l.installment, l.gross_cents::float8 AS gross,
              l.fee_cents::float8 AS fee, l.day::text AS day, f.action, f.gross_cents::float8 AS "otherGross",
              f.day::text AS "otherDay"
         FROM sandbox_provider.report_lines l LEFT JOIN sandbox_provider.report_faults f USING (line_id)
        WHERE l.account_id = $1 AND l.day = $2 AND l.seq > $3 ORDER BY l.seq LIMIT ${PAGE}`,
      [accountId, day, after],
    );
    return rows.map(toFiled);
  }

  /** Has the lines of something reported wrong until they are read; how many they are. */
  async spoil(tx: Tx, accountId: string, lines: readonly LinesOf[], fault: ReportFault): Promise<number> {
    const spoiled = await tx.query<unknown[]>(
      `INSERT INTO sandbox_provider.report_faults (line_id, action, gross_cents, day)
       SELECT l.line_id, $4::text, $5::bigint, $6::date
         FROM sandbox_provider.report_lines l
         JOIN unnest($2::text[], $3::text[]) AS of (type, reference) USING (type, reference)
        WHERE l.account_id = $1 ORDER BY l.line_id
       ON CONFLICT (line_id) DO UPDATE
          SET action = excluded.action, gross_cents = excluded.gross_cents, day = excluded.day
       RETURNING line_id`,
      [
        accountId,
        lines.map(({ type }) => type),
        lines.map(({ reference }) => reference),
        fault.action,
        fault.grossCents,
        fault.day,
      ],
    );
    return spoiled.length;
  }

  /** What was read wrong is reported right from now on. */
  async forget(lineIds: readonly string[]): Promise<void> {
    await this.dataSource.query('DELETE FROM sandbox_provider.report_faults WHERE line_id = ANY($1)', [
      lineIds,
    ]);
  }
}

function toFiled(row: FiledRow): FiledLine {
  const { seq, lineId, type, reference, installment, gross: grossCents, fee: feeCents, day } = row;
  const netCents = netOfLine(type, grossCents, feeCents);
  const line = { lineId, type, reference, installment, grossCents, feeCents, netCents, date: day };
  const { action, otherGross, otherDay } = row;
  return {
    seq,
    line,
    fault: action === null ? null : { action, grossCents: otherGross, day: otherDay },
  };
}
