import { DAY_MS } from '../time';

/** Calendar days of due dates are days there (contract §6). */
const DUE_DATE_ZONE = 'America/Sao_Paulo';

// en-CA writes dates as YYYY-MM-DD.
const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: DUE_DATE_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const clockFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: DUE_DATE_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** The day it is in America/Sao_Paulo, YYYY-MM-DD. */
export function localDay(at: Date): string {
  return dayFormat.format(at);
}

/** A day some days later (or earlier, when negative), YYYY-MM-DD. */
export function addDays(day: string, days: number): string {
  return new Date(utcMs(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utcMs(to) - utcMs(from)) / DAY_MS);
}

/** The first instant of a day in America/Sao_Paulo. Summer time began at midnight there: then the day starts at 01:00. */
export function startOfDay(day: string): Date {
  const wall = utcMs(day);
  const first = new Date(wall - offsetMs(new Date(wall)));
  const second = new Date(wall - offsetMs(first));
  return localDay(second) < day ? first : second;
}

// How far the wall clock is ahead of UTC at an instant.
function offsetMs(at: Date): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of clockFormat.formatToParts(at)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000;
}

function utcMs(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}
