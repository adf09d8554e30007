import { txidOf } from '../../../src/providers/codes/br-code';
import { crc16 } from '../../../src/providers/codes/crc16';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const HTTP_DATE = /\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g;
const BR_CODE = /(000201[^"]+?6304)[0-9A-F]{4}/g;
const PICTURE = /^<svg .*<\/svg>\s*$/s;
const MINUTE_MS = 60_000;
const SOME_MS = 12;

/** What is secret, or made by chance: an example shows something of the same shape. */
const BY_CHANCE = new Set([
  ...['public_key', 'secret_key', 'secret', 'token', 'password', 'new_password', 'signature', 'request_id'],
  ...['next_cursor', 'authorization_code', 'nsu', 'end_to_end_id', 'recovery_codes', 'mac'],
  'authentication',
]);

/** Texts of this run, and what stands for them. */
type Replacements = readonly (readonly [found: string, shown: string])[];

/** What time of the played day it was at a moment of the run. */
export type Present = (moment: Date) => Date;

/**
 * The same with nothing in it that the next run would have otherwise: an id is the same id everywhere, a moment is its minute,
 * a secret one that says that it is none.
 */
export function stable<T>(recorded: T, replacements: Replacements, present: Present): T {
  const fakes = new Map(replacements);
  const counted = new Map<string, number>();
  const next = (kind: string) => counted.set(kind, (counted.get(kind) ?? 0) + 1).get(kind) ?? 0;
  each(recorded, (value, field) => {
    for (const [id] of value.matchAll(UUID)) {
      if (fakes.has(id)) continue;
      const shown = idOf(next('id'));
      fakes.set(id, shown).set(txidOf(id), txidOf(shown));
    }
    const token = /\/open#(.+)$/.exec(value)?.[1];
    const secret = token ?? (BY_CHANCE.has(field) ? value : '');
    if (secret !== '' && !fakes.has(secret)) fakes.set(secret, fakeOf(secret, next(token ? 'token' : field)));
  });
  // The longest first: a shorter one may be a part of it.
  const found = [...fakes].sort(([one], [other]) => other.length - one.length);
  const minuteOf = (moment: string): string =>
    new Date(Math.floor(present(new Date(moment)).getTime() / MINUTE_MS) * MINUTE_MS).toISOString();
  return replaced(recorded, (value, field) => {
    if (field === 'code' && /^\d{6}$/.test(value)) return '123456';
    let shown = value.replace(MOMENT, minuteOf);
    shown = shown.replace(HTTP_DATE, (date) => new Date(minuteOf(date)).toUTCString());
    for (const [from, to] of found) shown = shown.replaceAll(from, to);
    // It shows the secret that was replaced beside it.
    if (PICTURE.test(shown)) return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 53 53"></svg>';
    return shown.replace(BR_CODE, (_, body: string) => body + crc16(body));
  });
}

const idOf = (n: number): string => `0199a3b0-5c00-7000-8000-${String(n).padStart(12, '0')}`;

/** What begins a secret says what it is; the rest says that it is an example, with the same kinds of letters. */
function fakeOf(value: string, n: number): string {
  const prefix = /^(?:sha256=|v1,|E\d{20}|(?:[a-z]+_)+)?/.exec(value)?.[0] ?? '';
  const rest = value.slice(prefix.length);
  if (/^[0-9a-f]+$/.test(rest)) return prefix + n.toString(16).padStart(rest.length, '0');
  const shape = /^[0-9A-Z-]+$/.test(rest) ? /[^-]/g : /[^.]/g;
  let at = 0;
  return prefix + rest.slice(0, -2).replace(shape, () => 'EXAMPLE'[at++ % 7] ?? '') + String(n + 22);
}

function each(node: unknown, look: (value: string, field: string) => void, field = ''): void {
  if (typeof node === 'string') look(node, field);
  else if (Array.isArray(node)) for (const one of node) each(one, look, field);
  else if (typeof node === 'object' && node !== null)
    for (const [key, one] of Object.entries(node)) each(one, look, key);
}

function replaced<T>(node: T, replace: (value: string, field: string) => string, field = ''): T {
  if (typeof node === 'string') return replace(node, field) as T;
  if (typeof node === 'number') return numberOf(node, field) as T;
  if (Array.isArray(node)) return node.map((one: unknown) => replaced(one, replace, field)) as T;
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, one]) => [key, replaced(one as unknown, replace, key)]),
  ) as T;
}

/** How long something took is another number each time. */
function numberOf(value: number, field: string): number {
  if (field.endsWith('_ms') || field === 'duration') return SOME_MS;
  return field === 'age_seconds' ? Math.round(value / 60) * 60 : value;
}
