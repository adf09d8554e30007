import type { Submerchant } from '../submerchants';

/** What a case is found by: whose submerchant it is, and which. */
export type CaseKey = Pick<Submerchant, 'merchantId' | 'id'>;

/** The keys as two arrays, for `unnest($1::uuid[], $2::uuid[])`. */
export function columnsOf(cases: readonly CaseKey[]): [merchantIds: string[], ids: string[]] {
  return [cases.map(({ merchantId }) => merchantId), cases.map(({ id }) => id)];
}
