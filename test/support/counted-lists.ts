import type { Dice } from './dice';
import type { TestMerchant, TestOperator } from './service';

/** A record as lists see it. */
export interface CountedRow {
  readonly id: string;
  readonly merchant: string;
  readonly part: string | null;
  readonly status: string;
  readonly kind: string;
  readonly at: number;
}

/** A list of merchants and operators whose totals are kept beside its records (decision 0041). */
export interface CountedListUnderTest {
  readonly paths: { readonly own: string; readonly all: string };
  /** The query's parameters for the part and the kind. */
  readonly part: string;
  readonly kind: string;
  readonly parts: readonly string[];
  readonly kinds: readonly string[];
  readonly statuses: readonly (readonly string[])[];
  readonly merchants: readonly TestMerchant[];
  readonly operator: TestOperator;
}

/** When the records of a test are from: crowded and lonely hours, the edges of months, 14 months in all. */
export const SPREAD_IN_TIME = `CASE abs(hashtext(id::text)) % 4
  WHEN 0 THEN '2025-12-31T23:59:59.999Z'::timestamptz + (abs(hashtext(id::text)) % 3) * interval '1 ms'
  WHEN 1 THEN '2026-02-28T22:30:00Z'::timestamptz + (abs(hashtext(id::text)) % 240) * interval '1 minute'
  ELSE '2025-10-01T00:00:00Z'::timestamptz + (abs(hashtext(id::text)) % 10000) * interval '1 hour' END`;

/** Days of a zone that is three hours behind UTC all the year, or of UTC. */
const ZONES: Readonly<Record<string, number>> = { UTC: 0, 'America/Fortaleza': 3 };

interface Question {
  readonly query: URLSearchParams;
  readonly fits: (row: CountedRow) => boolean;
  readonly ask: (query: string) => ReturnType<TestMerchant['client']['get']>;
}

/** Asks for pages and walks by any filters, and expects what the rows say. */
export async function expectListsToBe(
  list: CountedListUnderTest,
  rows: readonly CountedRow[],
  dice: Dice,
  questions: number,
): Promise<void> {
  for (let asked = 0; asked < questions; asked += 1) await expectPagesToBe(question(list, dice), rows, dice);
}

function question(list: CountedListUnderTest, dice: Dice): Question {
  const { merchants, operator, paths, parts, kinds, statuses: ofStatuses } = list;
  const query = new URLSearchParams();
  const conditions: ((row: CountedRow) => boolean)[] = [];
  const asksAsOperator = dice.below(3) === 0;
  const merchant = dice.pick(merchants);
  const isOfOne = !asksAsOperator || dice.below(2) === 0;
  if (isOfOne) conditions.push((row) => row.merchant === merchant.id);
  if (asksAsOperator && isOfOne) query.set('merchant_id', merchant.id);
  if (dice.below(3) === 0) {
    const part = dice.pick(parts);
    query.set(list.part, part);
    conditions.push((row) => row.part === part);
  }
  if (dice.below(2) === 0) {
    const statuses = dice.pick(ofStatuses);
    query.set('status', statuses.join(','));
    conditions.push((row) => statuses.includes(row.status));
  }
  if (dice.below(3) === 0) {
    const kind = dice.pick(kinds);
    query.set(list.kind, kind);
    conditions.push((row) => row.kind === kind);
  }
  conditions.push(...askForDays(query, dice));
  const client = asksAsOperator ? operator.client : merchant.client;
  return {
    query,
    fits: (row) => conditions.every((holds) => holds(row)),
    ask: (asked) => client.get(`${asksAsOperator ? paths.all : paths.own}?${asked}`),
  };
}

function askForDays(query: URLSearchParams, dice: Dice): ((row: CountedRow) => boolean)[] {
  const conditions: ((row: CountedRow) => boolean)[] = [];
  const zone = dice.pick(Object.keys(ZONES));
  query.set('time_zone', zone);
  const [first, last] = [days(dice.between(0, 420)), days(dice.between(0, 420))].sort();
  const begins = (day: string): number => Date.parse(`${day}T00:00:00Z`) + (ZONES[zone] ?? 0) * 3_600_000;
  if (dice.below(2) === 0) {
    query.set('date_from', first!);
    conditions.push((row) => row.at >= begins(first!));
  }
  if (dice.below(2) === 0) {
    query.set('date_to', last!);
    conditions.push((row) => row.at < begins(last!) + 86_400_000);
  }
  return conditions;
}

function days(after: number): string {
  return new Date(Date.parse('2025-10-01T00:00:00Z') + after * 86_400_000).toISOString().slice(0, 10);
}

interface Item {
  readonly id: string;
}

async function expectPagesToBe(
  { query, fits, ask }: Question,
  rows: readonly CountedRow[],
  dice: Dice,
): Promise<void> {
  const expected = rows.filter(fits).map(({ id }) => id);
  const limit = dice.pick([1, 7, 100]);
  const totalPages = Math.ceil(expected.length / limit);
  for (const page of new Set([1, dice.between(1, totalPages + 1), Math.max(1, totalPages)])) {
    const asked = new URLSearchParams([...query, ['limit', String(limit)], ['page', String(page)]]);
    const { body } = await ask(asked.toString());
    expect({ asked: asked.toString(), pagination: body.pagination }).toEqual({
      asked: asked.toString(),
      pagination: { page, limit, total: expected.length, totalPages },
    });
    expect((body.data as Item[]).map(({ id }) => id)).toEqual(
      expected.slice((page - 1) * limit, page * limit),
    );
  }
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null && seen.length < 40;) {
    const { body } = await ask(
      new URLSearchParams([...query, ['limit', '9'], ['cursor', cursor]]).toString(),
    );
    expect(body.pagination.total).toBe(expected.length);
    seen.push(...(body.data as Item[]).map(({ id }) => id));
    cursor = body.pagination.next_cursor as string | null;
  }
  expect(seen).toEqual(expected.slice(0, seen.length));
}
