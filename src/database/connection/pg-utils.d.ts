/** What the driver makes of a value before it sends it; its types do not name it. */
declare module 'pg/lib/utils' {
  /** Throws where a value cannot become text. What it has made it leaves as it is. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
