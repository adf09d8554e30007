import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { dayText } from './days';
import { useNow } from './use-now';

const TIME_ZONE = 'America/Sao_Paulo';

interface DateTimeProps {
  /** A timestamp as the API writes it; a dash is shown for null. */
  readonly at: string | null | undefined;
  /** `date`: the day alone; `age`: how long ago, or how long until then. The full time is always in the title. */
  readonly show?: 'time' | 'date' | 'age';
}

/** A moment as operators read it: in São Paulo, whatever the clock of the browser says. */
export function DateTime({ at, show = 'time' }: DateTimeProps) {
  const { i18n } = useTranslation();
  const now = useNow(show === 'age');
  if (at === null || at === undefined) return <>–</>;
  const moment = new Date(at);
  const full = format(moment, i18n.language, { dateStyle: 'long', timeStyle: 'long' });
  const text =
    show === 'age'
      ? ageText(now - moment.getTime())
      : show === 'date'
        ? format(moment, i18n.language, { dateStyle: 'short' })
        : format(moment, i18n.language, { dateStyle: 'short', timeStyle: 'short' });
  return (
    <time dateTime={at} title={full}>
      {text}
    </time>
  );
}

/** A calendar day such as a birth date: it has no time zone. */
export function Day({ date }: { readonly date: string | null | undefined }) {
  const { i18n } = useTranslation();
  if (date === null || date === undefined) return <>–</>;
  return <time dateTime={date}>{dayText(date.slice(0, 10), i18n.language)}</time>;
}

function format(moment: Date, language: string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...style, timeZone: TIME_ZONE }).format(moment);
}

function ageText(elapsedMs: number): string {
  if (Math.abs(elapsedMs) < 60_000) return i18next.t('age.now');
  const age = durationText(Math.abs(elapsedMs) / 1_000);
  return elapsedMs > 0 ? i18next.t('age.ago', { age }) : i18next.t('age.in', { age });
}

/**
 * A length of time in its largest unit: `40 s`, `3 h`, `2 d`; for components that use texts, and so are drawn anew in another
 * language. (Handing a `t` to functions makes the compiler compare its types: minutes of work.)
 */
export function durationText(seconds: number, _t?: unknown): string {
  if (seconds < 60) return i18next.t('age.seconds', { count: Math.floor(seconds) });
  const minutes = seconds / 60;
  if (minutes < 60) return i18next.t('age.minutes', { count: Math.floor(minutes) });
  const hours = minutes / 60;
  if (hours < 48) return i18next.t('age.hours', { count: Math.floor(hours) });
  return i18next.t('age.days', { count: Math.floor(hours / 24) });
}
