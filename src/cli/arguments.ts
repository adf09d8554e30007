import { InvalidArgumentError } from 'commander';
import { MAX_KEY_DAYS, MAX_MERCHANT_NAME, MAX_REQUESTS_PER_WINDOW } from '../auth';
import { isUuid } from '../common';

const MAX_EMAIL = 254;
const MAX_PORT = 65_535;
const CONTROL = /\p{Cc}/u;

/** One of a few words. */
export function oneOf<const T extends string>(allowed: readonly T[]): (value: string) => T {
  return (value) => {
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw new InvalidArgumentError(`Use ${allowed.join(' or ')}.`);
    return found;
  };
}

/** A comma list of a few words, each at most once. */
export function someOf<const T extends string>(allowed: readonly T[]): (value: string) => T[] {
  const one = oneOf(allowed);
  return (value) => [...new Set(value.split(',').map((part) => one(part.trim())))];
}

export function nameOf(value: string): string {
  const name = value.normalize('NFC').trim();
  if (name === '' || name.length > MAX_MERCHANT_NAME || CONTROL.test(name) || !name.isWellFormed()) {
    throw new InvalidArgumentError(
      `A name has 1 to ${MAX_MERCHANT_NAME} characters and no control characters.`,
    );
  }
  return name;
}

export function emailOf(value: string): string {
  const email = value.trim();
  if (email.length > MAX_EMAIL || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) {
    throw new InvalidArgumentError('This is no e-mail address.');
  }
  return email;
}

export function daysOf(value: string): number {
  const days = wholeNumber(value);
  if (days < 1 || days > MAX_KEY_DAYS) throw new InvalidArgumentError(`Use 1 to ${MAX_KEY_DAYS} days.`);
  return days;
}

/** Requests a window; `default` goes back to the service's own limit. */
export function limitOf(value: string): number | 'default' {
  if (value === 'default') return value;
  const limit = wholeNumber(value);
  if (limit < 1 || limit > MAX_REQUESTS_PER_WINDOW)
    throw new InvalidArgumentError(`Use 1 to ${MAX_REQUESTS_PER_WINDOW}, or default.`);
  return limit;
}

export function idOf(value: string): string {
  if (!isUuid(value)) throw new InvalidArgumentError('This is no id.');
  return value;
}

/** The mac of an entry of the audit log, in hexadecimal. */
export function macOf(value: string): string {
  if (!/^[0-9a-f]{64}$/i.test(value)) throw new InvalidArgumentError('A mac has 64 hexadecimal digits.');
  return value.toLowerCase();
}

export function portOf(value: string): number {
  const port = wholeNumber(value);
  if (port > MAX_PORT) throw new InvalidArgumentError(`Use 0 to ${MAX_PORT}; 0 takes any free port.`);
  return port;
}

function wholeNumber(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('This is no whole number.');
  return Number(value);
}
