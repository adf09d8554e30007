import { iso } from '../../common';
import type { Entry } from '../../ledger';

const COLUMNS = [
  'seq',
  'posted_at',
  'effective_date',
  'kind',
  'direction',
  'amount',
  'balance_after',
  'reference',
  'resource_type',
  'resource_id',
  'description',
] as const;

export const CSV_HEADER = line(COLUMNS);

/** A line of a statement (money contract §12): RFC 4180, reais with a dot. */
export function toCsvLine(entry: Entry): string {
  const { amountCents, resource } = entry;
  return line([
    String(entry.seq),
    iso(entry.postedAt),
    entry.effectiveDate,
    text(entry.kind),
    amountCents > 0 ? 'credit' : 'debit',
    reais(Math.abs(amountCents)),
    reais(entry.balanceCents),
    text(entry.reference),
    text(resource.type),
    text(resource.id),
    text(entry.description ?? ''),
  ]);
}

function line(fields: readonly string[]): string {
  return `${fields.map(quoted).join(',')}\r\n`;
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** What a spreadsheet would take for a formula is text to it. */
function text(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

function reais(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
