const TIME_ZONE = 'America/Sao_Paulo';
const DAY_MS = 86_400_000;

/** Today where the operators are, as the API writes a day, whatever the clock of the browser says. */
export function today(): string {
  // Swedish dates are written like the API's.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE }).format(new Date());
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** A day as the axis of a chart shows it, e.g. `24/11`. */
export function shortDay(day: string, language: string): string {
  const style = { day: '2-digit', month: '2-digit', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, style).format(new Date(`${day}T00:00:00Z`));
}

/** A day as text, e.g. `24/11/2026`, where an element cannot stand. */
export function dayText(day: string, language: string): string {
  const style = { dateStyle: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, style).format(new Date(`${day}T00:00:00Z`));
}

/** A month such as `2026-11` in words, e.g. `nov. de 2026`. */
export function monthText(month: string, language: string): string {
  const style = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, style).format(new Date(`${month}-01T00:00:00Z`));
}
