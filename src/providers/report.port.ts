import type { AccountAccess } from './provider.port';

export const REPORT_LINE_TYPES = [
  'payment',
  'refund',
  'dispute',
  'dispute_return',
  'payout',
  'payout_return',
  'fee',
  'other',
] as const;
export type ReportLineType = (typeof REPORT_LINE_TYPES)[number];

/**
 * One line of what an institution reports of a day (money contract §19). Integer cents. The type says which way the money goes,
 * so `gross` has no sign, but for fees and others: what comes in leaves `net = gross − fee`, what goes out (refund, dispute, payout)
 * takes `net = gross + fee`.
 */
export interface ReportLine {
  /** The institution's name of the line: told again under it, it is the same. */
  readonly lineId: string;
  readonly type: ReportLineType;
  /**
   * Its name of the payment, the dispute, the payout or the return; of a refund the key under which we asked for it. Null where a fee
   * or other line is about nothing.
   */
  readonly reference: string | null;
  /** From 1, where a payment is reported by its instalments. */
  readonly installment: number | null;
  readonly grossCents: number;
  /** What the institution keeps. */
  readonly feeCents: number;
  readonly netCents: number;
  /** A day in America/Sao_Paulo, YYYY-MM-DD. */
  readonly date: string;
}

/** Money that leaves us. */
const GOING_OUT: readonly ReportLineType[] = ['refund', 'dispute', 'payout'];

/** What a line comes to, fee included. */
export function netOfLine(type: ReportLineType, grossCents: number, feeCents: number): number {
  return GOING_OUT.includes(type) ? grossCents + feeCents : grossCents - feeCents;
}

/** What the institution itself knows of a payment: all that was paid, and given back, under one reference. */
export interface ReportedPayment {
  readonly reference: string;
  /** Whether it holds an amount that was not taken yet. */
  readonly isAuthorized: boolean;
  readonly capturedCents: number;
  readonly refundedCents: number;
  /** Of the last change. */
  readonly changedAt: Date;
}

/** The institution's own books, to compare ours with. */
export interface ReportsPort {
  /** Page by page, every payment of the account once: those that changed since, or all. */
  list(account: AccountAccess, since: Date | null): AsyncIterable<readonly ReportedPayment[]>;

  /** Page by page, what it reports of a day (YYYY-MM-DD in America/Sao_Paulo). That of a running day grows. */
  lines(account: AccountAccess, day: string): AsyncIterable<readonly ReportLine[]>;
}
