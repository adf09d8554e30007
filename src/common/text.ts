/** Lower case without accents: what a text search compares. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * What a `search_text` column holds (decision 0003). Parts are joined by a newline, which no search term can contain,
 * so that a term never matches across two fields.
 */
export function searchText(...parts: (string | null | undefined)[]): string {
  return foldText(parts.filter((part) => part !== null && part !== undefined && part !== '').join('\n'));
}

/** Whether the folded term is somewhere in a text made by `searchText`. */
export function containsFolded(text: string, term: string): boolean {
  return text.includes(foldText(term));
}

/** A LIKE pattern that finds the folded term anywhere, with `%`, `_` and `\` as plain characters. */
export function containsPattern(term: string): string {
  return `%${foldText(term).replace(/[\\%_]/g, '\\$&')}%`;
}

/** What a term ends in when that is no word: of an order number its digits, of an id its last letters and digits. */
const CODE_AT_END = /[0-9a-z]{5,12}$/;
const SHORT = 6;
const FEWEST_DIGITS = 3;
const FEWEST_DIFFERENT = 2;

/**
 * The part of a longer term that the fewest texts are likely to have, folded; null when no part stands out. A short one where it will do:
 * each character more is another list of an index to be read, and few texts share six.
 */
export function rarePart(term: string): string | null {
  const folded = foldText(term);
  const code = CODE_AT_END.exec(folded)?.[0] ?? '';
  const part = [code.slice(-SHORT), code].find(isRare);
  return part === undefined || part === folded ? null : part;
}

function isRare(code: string): boolean {
  return code.replace(/[^0-9]/g, '').length >= FEWEST_DIGITS && new Set(code).size >= FEWEST_DIFFERENT;
}

/** What an error says, for a log line or a person; also of what is thrown without being an error. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
