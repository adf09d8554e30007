import { ActionIcon, type MantineSize, Popover, TextInput } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCode } from '../../app/load-code';
import { Icon } from '../Icon';
import type { DayCalendarProps } from './DayCalendar';
import { readDay, writeDay } from './day-format';

interface DayInputProps {
  readonly label: string;
  /** As the API writes a day. */
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly size?: MantineSize;
  readonly w?: number;
  /** The first and the last day that can be chosen. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/**
 * A day, typed in the order of the page's language or chosen from a calendar. The browser's own field follows the
 * browser's language, and an operator who reads one and means the other is wrong by months.
 */
export function DayInput({ label, value, onChange, min, max, error, ...input }: DayInputProps) {
  const { t, i18n } = useTranslation();
  const written = value === undefined ? '' : writeDay(value, i18n.language);
  const [typed, setTyped] = useState(written);
  const [known, setKnown] = useState(written);
  const [isLeft, setLeft] = useState(false);
  // The value changed by other means: a button, a cleared filter, another language.
  if (known !== written) {
    setKnown(written);
    if (said(typed) !== value) setTyped(written);
  }
  const day = readDay(typed, i18n.language);
  // What is no day, or none that can be chosen, is no value: a form never sends the one before it.
  function said(text: string): string | undefined {
    const read = readDay(text, i18n.language);
    return read === null || (min ?? read) > read || (max ?? read) < read ? undefined : read;
  }
  const change = (text: string): void => {
    setTyped(text);
    setLeft(false);
    if (said(text) !== value) onChange(said(text));
  };
  const leave = (): void => {
    setLeft(true);
    if (day !== null) setTyped(writeDay(day, i18n.language));
  };
  const isWrong = isLeft && typed.trim() !== '' && said(typed) === undefined;
  return (
    <TextInput
      {...input}
      label={label}
      placeholder={t('calendar.pattern')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      value={typed}
      error={isWrong ? t(day === null ? 'calendar.noDay' : 'calendar.outside') : error}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={leave}
      rightSection={
        <CalendarButton
          label={label}
          value={value}
          min={min}
          max={max}
          onChoose={(chosen) => change(writeDay(chosen, i18n.language))}
        />
      }
    />
  );
}

/** Opens the calendar, whose code comes when it is wanted first. */
function CalendarButton({ label, onChoose, ...days }: DayCalendarProps & { readonly label: string }) {
  const { t } = useTranslation();
  const [Calendar, setCalendar] = useState<ComponentType<DayCalendarProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = async (): Promise<void> => {
    const { DayCalendar } = await loadCode(() => import('./DayCalendar'));
    setCalendar(() => DayCalendar);
    setOpen(true);
  };
  return (
    <Popover
      opened={isOpen && Calendar !== null}
      onChange={setOpen}
      trapFocus
      returnFocus
      position="bottom-end"
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          size="sm"
          aria-label={t('calendar.open', { what: label })}
          onClick={() => (isOpen ? setOpen(false) : void open())}
        >
          <Icon name="calendar" size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        {Calendar === null ? null : (
          <Calendar
            {...days}
            onChoose={(day) => {
              setOpen(false);
              onChoose(day);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
