import { addDays, daysBetween } from '../../common/calendar';
import type { DayOfKind } from '../../ledger';

interface Sums {
  readonly count: number;
  /** In cents, without sign. */
  readonly credits: number;
  readonly debits: number;
}

export interface StatementDay extends Sums {
  readonly date: string;
  readonly opening: number;
  readonly closing: number;
}

export interface Statement {
  readonly opening: number;
  readonly closing: number;
  readonly totals: readonly (Sums & { readonly kind: string })[];
  /** Every day of the period, also one without an entry. */
  readonly days: readonly StatementDay[];
}

/** What a period came to, from the sums of its days and of what was before it. */
export function toStatement(parts: readonly DayOfKind[], dateFrom: string, dateTo: string): Statement {
  const within = parts.filter(({ day }) => day !== null);
  const opening = parts
    .filter(({ day }) => day === null)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const byDay = grouped(within, ({ day }) => day ?? '');
  const days: StatementDay[] = [];
  let balance = opening;
  for (let place = 0; place <= daysBetween(dateFrom, dateTo); place += 1) {
    const date = addDays(dateFrom, place);
    const sums = sumsOf(byDay.get(date) ?? []);
    const closing = balance + sums.credits - sums.debits;
    days.push({ date, opening: balance, ...sums, closing });
    balance = closing;
  }
  const totals = [...grouped(within, ({ kind }) => kind)]
    .map(([kind, of]) => ({ kind, ...sumsOf(of) }))
    .sort((left, right) => (left.kind < right.kind ? -1 : 1));
  return { opening, closing: balance, totals, days };
}

function sumsOf(parts: readonly DayOfKind[]): Sums {
  const sum = (direction: DayOfKind['direction']): number =>
    Math.abs(
      parts
        .filter((part) => part.direction === direction)
        .reduce((total, { amountCents }) => total + amountCents, 0),
    );
  return {
    count: parts.reduce((total, { count }) => total + count, 0),
    credits: sum('credit'),
    debits: sum('debit'),
  };
}

function grouped(
  parts: readonly DayOfKind[],
  by: (part: DayOfKind) => string,
): ReadonlyMap<string, readonly DayOfKind[]> {
  const groups = new Map<string, DayOfKind[]>();
  for (const part of parts) groups.set(by(part), [...(groups.get(by(part)) ?? []), part]);
  return groups;
}
