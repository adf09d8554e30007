import type { DataSource } from 'typeorm';
import type { Invariant } from '../../src/common/invariants';

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** How many pages each rule touched to read everything: what a plan costs, whatever else the machine does. */
async function pagesOfRules(
  dataSource: DataSource,
  rules: readonly Invariant[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const { name, sql } of rules) {
    const explain = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`;
    const parameters = sql.includes('$1') ? [null] : [];
    const [row] = await dataSource.query<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(explain, parameters);
    const plan = row['QUERY PLAN'][0].Plan;
    found.set(name, plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
  }
  return found;
}

/** What finds each row by an index, with room: a large wallet that is read whole for each of its rows costs many times as much. */
const MOST_PAGES_A_ROW = 30;

/** Throws the rules that touch too many pages for so many rows. */
export async function expectFewPages(
  dataSource: DataSource,
  rules: readonly Invariant[],
  rows: number,
): Promise<void> {
  await dataSource.query('ANALYZE');
  const pages = [...(await pagesOfRules(dataSource, rules))];
  expect(pages.filter(([, count]) => count > MOST_PAGES_A_ROW * rows)).toEqual([]);
}
