import type { ReasonCode } from '../../../components/ReasonPicker';
import type { SentReason } from '../work/case-types';
import { toSentReason } from '../marks/marked-reasons';

/** The most that one request takes. */
export const MAX_REASONS = 50;

/** One line of the list that goes to the merchant. */
export interface ReasonRow {
  readonly key: string;
  readonly from: 'mark' | 'document' | 'typed';
  readonly label: string;
  readonly code: ReasonCode | '';
  readonly message: string;
  readonly target: string | null;
  readonly prefix: string | null;
  /** A rejected document that this request shall not name. */
  readonly isLeftOut: boolean;
}

export interface Reasons {
  readonly rows: readonly ReasonRow[];
  readonly change: (row: ReasonRow, next: { code: ReasonCode | ''; message: string }) => void;
  readonly leaveOut: (row: ReasonRow) => void;
  readonly takeBack: (row: ReasonRow) => void;
  readonly add: () => void;
  /** Null while there is none, one has no code, or there are too many. */
  readonly sendable: SentReason[] | null;
  /** Once they are sent. */
  readonly forget: () => void;
}

/** What is sent of these rows; null while there is nothing to send. */
export function sendable(rows: readonly ReasonRow[]): SentReason[] | null {
  const wanted = rows.filter(({ isLeftOut }) => !isLeftOut);
  const reasons = wanted.flatMap((row) => toSentReason(row) ?? []);
  const isComplete = reasons.length > 0 && reasons.length === wanted.length;
  return isComplete && reasons.length <= MAX_REASONS ? reasons : null;
}
