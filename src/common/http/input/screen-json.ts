/** contract §1: what a body may be at most, before anything walks it. */
export const MAX_JSON_LEVELS = 32;
export const MAX_JSON_VALUES = 5_000;

export type JsonFault = 'too_deep' | 'too_many_values' | 'repeated_name';

/** So many names are compared one by one, which is quicker than a set. */
const FEW_NAMES = 16;

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Looks through JSON text before it is parsed: levels, number of values, and names that an object has twice, of which
 * the parser would take the last in silence. One pass without recursion that ends with the first fault, cheaper than
 * the parsing itself. Of text that is no JSON it says anything: the parser refuses that afterwards.
 */
export function findJsonFault(text: string): JsonFault | null {
  /** Of each open level the names so far, or null for an array. */
  const levels: (Names | null)[] = [];
  let names: Names | null = null;
  let isName = false;
  let values = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (isName && names !== null) {
        if (names.has(text, at, end)) return 'repeated_name';
        isName = false;
      } else values += 1;
      at = end + 1;
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (levels.length === MAX_JSON_LEVELS) return 'too_deep';
      isName = code === OPEN_OBJECT;
      names = isName ? new Names() : null;
      levels.push(names);
      values += 1;
      at += 1;
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      levels.pop();
      names = levels[levels.length - 1] ?? null;
      isName = false;
      at += 1;
    } else if (code === COMMA) {
      isName = names !== null;
      at += 1;
    } else if (code === COLON || code <= SPACE) at += 1;
    else {
      values += 1;
      at = endOfWord(text, at);
    }
    if (values > MAX_JSON_VALUES) return 'too_many_values';
  }
  return null;
}

/** The names of one object. */
class Names {
  private readonly few: string[] = [];
  private many: Set<string> | null = null;

  /** True when the object has the name of this string already, in whatever spelling (`amo\u0075nt`); else it has it now. */
  has(text: string, start: number, end: number): boolean {
    const written = text.slice(start + 1, end);
    const name = written.includes('\\') ? unescaped(written) : written;
    if (this.many !== null) {
      const before = this.many.size;
      return this.many.add(name).size === before;
    }
    if (this.few.includes(name)) return true;
    this.few.push(name);
    if (this.few.length > FEW_NAMES) this.many = new Set(this.few);
    return false;
  }
}

/** Where the string's closing quote stands. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

/** Where a number, or `true`, `false`, `null`, has ended. */
function endOfWord(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_OBJECT || code === CLOSE_ARRAY || code <= SPACE) return at;
  }
  return text.length;
}

function unescaped(name: string): string {
  try {
    return JSON.parse(`"${name}"`) as string;
  } catch {
    // No JSON: the parser says so.
    return name;
  }
}
