import { InvalidArgumentError } from 'commander';
import { isUuid } from '../common';
import { isCalendarDay } from '../common/validation';

const MAX_EMAIL = 254;
const MAX_PORT = 65_535;
const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

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

export function emailOf(value: string): string {
  const email = value.trim();
  if (email.length > MAX_EMAIL || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) {
    throw new InvalidArgumentError('This is no e-mail address.');
  }
  return email;
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

/** A day as days of money are written. */
export function dayOf(value: string): string {
  if (!isCalendarDay(value)) throw new InvalidArgumentError('Use a day of the calendar, as YYYY-MM-DD.');
  return value;
}

/** A day or a moment of ISO 8601, in UTC where it names no offset. */
export function momentOf(value: string): Date {
  const moment = ISO.test(value)
    ? new Date(value.length > 10 && !/(Z|[+-]\d\d:\d\d)$/.test(value) ? `${value}Z` : value)
    : new Date(Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError('Use a day or a moment, e.g. 2026-11-01 or 2026-11-01T12:00:00Z.');
  return moment;
}

/** At most 15 digits: no more than a number holds. */
export function wholeNumber(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('This is no whole number.');
  return Number(value);
}
