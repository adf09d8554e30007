const TIME_ZONE = 'America/Sao_Paulo';

/** A moment inside a sentence; where it stands alone, components/values/DateTime shows it. */
export function timeText(at: string, language: string): string {
  const style = { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE } as const;
  return new Intl.DateTimeFormat(language, style).format(new Date(at));
}

/** The end of a claim is today: the hour alone. */
export function hourText(at: string, language: string): string {
  const style = { timeStyle: 'short', timeZone: TIME_ZONE } as const;
  return new Intl.DateTimeFormat(language, style).format(new Date(at));
}
