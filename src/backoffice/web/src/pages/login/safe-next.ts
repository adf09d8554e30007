const HOME = '/backoffice/';

/** Where the log-in leads: only ever a page of ours, whatever a link brought along. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !next.startsWith(HOME) || next.includes('\\')) return HOME;
  return next.startsWith(`${HOME}login`) ? HOME : next;
}
