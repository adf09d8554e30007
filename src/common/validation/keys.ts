/**
 * Keys that every object has already: a library that copies them reaches into a prototype (`__proto__`), or skips
 * them without a word (`toString`), and an unknown field is never ignored.
 */
const RESERVED_KEYS = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

export function isReservedKey(key: string): boolean {
  return RESERVED_KEYS.has(key);
}

/** Names that are the sender's text: shown, but never at any length nor with odd characters. */
export function shown(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}
