import type { Line, RecordedTransaction } from '../../ledger';

/** What operators reverse: nothing else follows from it (money contract §20). */
const REVERSIBLE: readonly string[] = ['adjustment', 'transfer', 'write_off', 'hold'];

/** Whether it is of a kind that is reversed here; the release of a hold is a reversal itself. */
export function isReversible({
  kind,
  reversesId,
}: Pick<RecordedTransaction, 'kind' | 'reversesId'>): boolean {
  return reversesId === null && REVERSIBLE.includes(kind);
}

export function negativeOf(lines: readonly Line[]): Line[] {
  return lines.map(({ account, amountCents }) => ({ account, amountCents: -amountCents }));
}
