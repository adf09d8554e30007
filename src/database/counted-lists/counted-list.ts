/** In the place of a merchant or of a part in the counts: all of them. No record has this id. */
export const ALL = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** No id is greater. */
export const LAST = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/**
 * A table of records with `merchant_id`, `id`, `created_at` and `status`, whose totals are kept beside them by month, day and hour
 * (decision 0041): in `<one>_counts`, and what is not in there yet in `<one>_count_changes`.
 */
export interface CountedList {
  readonly table: string;
  /** What one record is called, and many. */
  readonly one: string;
  readonly many: string;
  /** The column of that part of a merchant whose records are also counted apart; what none has is counted of the merchant alone. */
  readonly part: string;
  /** The column that lists are filtered by besides the status. */
  readonly kind: string;
}
