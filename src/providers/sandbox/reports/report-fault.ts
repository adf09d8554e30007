import type { ReportLineType } from '../../report.port';

/** What the sandbox was told to report wrong (money contract §19). */
export interface ReportFault {
  readonly action: 'drop' | 'double' | 'alter';
  /** Of `alter`: what it reports instead; null: the truth. */
  readonly grossCents: number | null;
  readonly day: string | null;
}

/** Which lines something of a merchant's is reported by. */
export interface LinesOf {
  readonly type: ReportLineType;
  readonly reference: string;
}
