import '@mantine/dates/styles.css';
import { DatePicker } from '@mantine/dates';
import 'dayjs/locale/pt-br';
import { useTranslation } from 'react-i18next';
import { today } from '../values/days';

/** What a calendar is given. */
export interface DayCalendarProps {
  readonly value: string | undefined;
  readonly onChoose: (day: string) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** A month to choose a day from, in the language of the page; arrows move, Enter chooses. */
export function DayCalendar({ value, onChoose, min, max }: DayCalendarProps) {
  const { t, i18n } = useTranslation();
  const start = value ?? today();
  return (
    <DatePicker
      size="sm"
      locale={i18n.language.toLowerCase()}
      firstDayOfWeek={0}
      // Days of the week's end in red, and pale ones of other months, are too pale to be read.
      weekendDays={[]}
      hideOutsideDates
      highlightToday
      defaultDate={start}
      value={value ?? null}
      onChange={(day) => {
        if (day !== null) onChoose(day);
      }}
      allowDeselect={false}
      {...(min === undefined ? {} : { minDate: min })}
      {...(max === undefined ? {} : { maxDate: max })}
      maxLevel="year"
      getDayProps={(day) => (day === start ? { 'data-autofocus': true } : {})}
      // Escape shuts the calendar, not the dialog that it stands in.
      __stopPropagation
      ariaLabels={{
        nextMonth: t('calendar.nextMonth'),
        previousMonth: t('calendar.previousMonth'),
        nextYear: t('calendar.nextYear'),
        previousYear: t('calendar.previousYear'),
      }}
    />
  );
}
