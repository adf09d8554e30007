/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Lines as RFC 4180 has them. Begins with a byte order mark, without which spreadsheets misread accents; text that
 * would begin a formula is kept as text.
 */
export function toCsv(lines: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${lines.map((line) => line.map(toField).join(',')).join('\r\n')}\r\n`;
}

function toField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
