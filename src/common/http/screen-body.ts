import type { ErrorDetail } from '../errors';

const MAX_DEPTH = 10;
/**
 * Keys that every object has already: a library that copies them reaches into a prototype (`__proto__`), or skips
 * them without a word (`toString`), and an unknown field is never ignored.
 */
const FORBIDDEN_KEYS = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/**
 * Looks through a parsed body before anything recursive touches it: no nesting deeper than ten levels
 * and no key that reaches a prototype. Iterative itself, so that no input can exhaust the stack.
 */
export function screenBody(body: unknown): ErrorDetail[] {
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: body, path: '', depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth === MAX_DEPTH) {
      return [{ field: path, code: 'too_deep', message: `is nested deeper than ${MAX_DEPTH} levels` }];
    }
    for (const [key, child] of Object.entries(value)) {
      if (FORBIDDEN_KEYS.has(key))
        return [{ field: path, code: 'unknown_field', message: 'has a field that does not exist' }];
      const childPath = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      pending.push({ value: child, path: childPath, depth: depth + 1 });
    }
  }
  return [];
}
