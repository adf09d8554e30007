/** How a day is written and read in a language: 24/11/2026 in Portuguese, 11/24/2026 in English. */
function formatOf(language: string): Intl.DateTimeFormat {
  const style = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, style);
}

/** A day of the API's, such as `2026-11-24`, as it is typed in a language. */
export function writeDay(day: string, language: string): string {
  return formatOf(language).format(new Date(`${day}T00:00:00Z`));
}

/**
 * The day that a text says in the order of its language, with any of `/`, `.`, `-` and spaces between, or as the API
 * writes it; null when it is none, or none of the calendar.
 */
export function readDay(text: string, language: string): string | null {
  const numbers = text.trim().split(/[\s./-]+/);
  if (numbers.length !== 3 || !numbers.every((number) => /^\d{1,4}$/.test(number))) return null;
  const order =
    numbers[0]?.length === 4
      ? ['year', 'month', 'day']
      : formatOf(language)
          .formatToParts(0)
          .map(({ type }) => type)
          .filter((type) => type !== 'literal');
  const part = (name: string): string => numbers[order.indexOf(name)] ?? '';
  if (part('year').length !== 4) return null;
  const day = `${part('year')}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`;
  const moment = new Date(`${day}T00:00:00Z`);
  // 31 February is no day, and Date reads it as one of March.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : null;
}
