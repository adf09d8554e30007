/** A receivable that may be paid early, and what of it still comes, in cents. */
export interface AnticipableReceivable {
  readonly id: string;
  /** YYYY-MM-DD. */
  readonly dueDate: string;
  readonly netCents: number;
}

/** Which receivables may be paid early. */
export interface AnticipableWanted {
  readonly merchantId: string;
  readonly walletId: string;
  /** Due later than this day, YYYY-MM-DD. */
  readonly after: string;
  /** What a month costs, in millionths: what would cost all that it is worth is not anticipated. */
  readonly monthlyPpm: number;
  /** The nearest due first, or the farthest; equal due dates by id. */
  readonly order: 'nearest' | 'farthest';
  /** Null: all. */
  readonly ids: readonly string[] | null;
  readonly limit: number;
}
