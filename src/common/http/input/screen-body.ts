import type { ErrorDetail } from '../../errors';
import { isReservedKey, shown } from '../../validation';

interface Place {
  readonly value: object;
  readonly name: string;
  readonly parent: Place | null;
}

/** Enough to mend a body by; a body may have ten thousand. */
const MOST_FAULTS = 50;

/**
 * Looks through a parsed body for keys that reach a prototype. Iterative, so that no input can exhaust the stack;
 * how deep and how large a body may be was settled before it was parsed.
 */
export function screenBody(body: object): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const pending: Place[] = [{ value: body, name: '', parent: null }];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const { value } = place;
    const isList = Array.isArray(value);
    for (const key of Object.keys(value)) {
      if (!isList && isReservedKey(key)) {
        const field = pathOf({ value, name: key, parent: place });
        faults.push({ field, code: 'unknown_field', message: 'is a name that no field can have' });
        if (faults.length === MOST_FAULTS) return faults;
      }
      const child: unknown = (value as Record<string, unknown>)[key];
      if (typeof child === 'object' && child !== null)
        pending.push({ value: child, name: isList ? `[${key}]` : key, parent: place });
    }
  }
  return faults;
}

function pathOf(place: Place): string {
  let path = '';
  for (let at: Place | null = place; at !== null; at = at.parent) {
    const name = shown(at.name);
    path = path === '' || path.startsWith('[') ? `${name}${path}` : name === '' ? path : `${name}.${path}`;
  }
  return path;
}
