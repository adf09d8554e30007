/** Writing that runs from right to left, and the marks that turn the direction. */
const BIDIRECTIONAL =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/** Embeddings, overrides and isolates: an unmatched one would reach beyond the text that it came with. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * A value within a sentence of ours, so that it cannot turn the words around it: a merchant's name may run from right
 * to left, or hold marks that make it read as another one. Where a value is an element of its own, global.css does it.
 */
export function isolated(value: string): string {
  if (!BIDIRECTIONAL.test(value)) return value;
  return `${FIRST_STRONG_ISOLATE}${value.replace(CONTROLS, '')}${POP_ISOLATE}`;
}
