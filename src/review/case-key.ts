import { prepared } from '../database';
import type { Submerchant } from '../submerchants';

/** What a case is found by: whose submerchant it is, and which. */
export type CaseKey = Pick<Submerchant, 'merchantId' | 'id'>;

/** The keys as two arrays, for `unnest($1::uuid[], $2::uuid[])`. */
export function columnsOf(cases: readonly CaseKey[]): [merchantIds: string[], ids: string[]] {
  return [cases.map(({ merchantId }) => merchantId), cases.map(({ id }) => id)];
}

/** The rows of these arrays, and of the one that is mostly asked for. */
const MANY = 'unnest($1::uuid[], $2::uuid[])';
const ONE = '(VALUES (($1::uuid[])[1], ($2::uuid[])[1]))';

/**
 * A statement about cases by their keys, which it has as rows. Of arrays the planner takes it that they have ten rows, and plans anew each
 * time to find out; what is about one says so.
 */
export function statementOfCases(sql: (keys: string) => string): (cases: readonly CaseKey[]) => string {
  const [one, many] = [prepared(sql(ONE)), prepared(sql(MANY))];
  return (cases) => (cases.length === 1 ? one : many);
}
