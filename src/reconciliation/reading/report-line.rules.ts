import { isCalendarDay, isPlainObject, MAX_CENTS } from '../../common/validation';
import { netOfLine, REPORT_LINE_TYPES, type ReportLine, type ReportLineType } from '../../providers';

/** A line as a file has it, and as the contract writes it (money contract §19). */
const FIELDS = ['line_id', 'type', 'reference', 'installment', 'gross', 'fee', 'net', 'date'] as const;
const MAX_LINE_ID = 100;
const MAX_REFERENCE = 80;
const MAX_INSTALLMENT = 99;
/** What a name of an institution is made of: nothing that a log or a page would read as anything else. */
const NAME = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** About nothing of ours: their sign is their own. */
export function isAboutNothing(type: ReportLineType): boolean {
  return type === 'fee' || type === 'other';
}

/** What is wrong with a line, whoever told it; null: nothing. */
export function faultOf(line: ReportLine): string | null {
  const { lineId, type, reference, installment, grossCents, feeCents, netCents, date } = line;
  if (!isName(lineId, MAX_LINE_ID)) return `line_id must be 1 to ${MAX_LINE_ID} visible ASCII characters`;
  if (!REPORT_LINE_TYPES.includes(type)) return `type must be one of ${REPORT_LINE_TYPES.join(', ')}`;
  if (reference === null ? !isAboutNothing(type) : !isName(reference, MAX_REFERENCE))
    return `reference must be 1 to ${MAX_REFERENCE} visible ASCII characters`;
  if (installment !== null && !isWithin(installment, 1, MAX_INSTALLMENT))
    return `installment must be a whole number from 1 to ${MAX_INSTALLMENT}, or null`;
  if (installment !== null && type !== 'payment') return 'installment is of payments only';
  if (!isWithin(grossCents, isAboutNothing(type) ? -MAX_CENTS : 0, MAX_CENTS))
    return 'gross must be whole cents, without a sign but for fee and other';
  if (!isWithin(feeCents, -MAX_CENTS, MAX_CENTS)) return 'fee must be whole cents';
  if (netCents !== netOfLine(type, grossCents, feeCents))
    return 'net must be gross less fee; for refund, dispute and payout gross and fee';
  return typeof date === 'string' && isCalendarDay(date) ? null : 'date must be a day, as YYYY-MM-DD';
}

/** A line of a file. Throws an Error that says what is wrong with it, and repeats nothing of it. */
export function parseReportLine(text: string): ReportLine {
  const fields = parsed(text);
  if (!isPlainObject(fields)) throw new Error('is no JSON object');
  const unknown = Object.keys(fields).some((name) => !FIELDS.some((field) => field === name));
  if (unknown) throw new Error(`has a field that is none of ${FIELDS.join(', ')}`);
  const line = {
    lineId: fields['line_id'],
    type: fields['type'],
    reference: fields['reference'] ?? null,
    installment: fields['installment'] ?? null,
    grossCents: fields['gross'],
    feeCents: fields['fee'],
    netCents: fields['net'],
    date: fields['date'],
  } as ReportLine;
  const fault = faultOf(line);
  if (fault !== null) throw new Error(fault);
  return line;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error('is no JSON');
  }
}

function isName(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.length <= max && NAME.test(value);
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}
