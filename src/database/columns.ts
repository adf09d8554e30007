import type { ColumnOptions, ValueTransformer } from 'typeorm';

/** PostgreSQL hands bigint over as text; every amount of ours fits a JavaScript integer (≤ 9,999,999,999 cents). */
export const bigintTransformer: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

/** NUMERIC comes as text as well: for percentages and reais with two decimals a number is exact enough to print. */
export const numericTransformer: ValueTransformer = bigintTransformer;

/** Options of a bigint column that is a number in the code, e.g. an amount in cents. */
export function bigintColumn(name: string, options: ColumnOptions = {}): ColumnOptions {
  return { ...options, name, type: 'bigint', transformer: bigintTransformer };
}

/** Options of a timestamp with the milliseconds that the wire shows. */
export function timestampColumn(name: string, options: ColumnOptions = {}): ColumnOptions {
  return { ...options, name, type: 'timestamptz', precision: 3 };
}
