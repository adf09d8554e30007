import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../shortcuts/use-shortcut';
import { DayInput } from '../days/DayInput';
import { Icon } from '../Icon';
import { addDays, today } from '../values/days';
import type { Filters } from './use-filters';

/** The row above a list: what it shows; on a phone folded, and saying whether anything is filtered. */
export function FilterBar({
  filters,
  children,
}: {
  readonly filters: Pick<Filters<object>, 'isActive' | 'clear'>;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Group component="search" gap="xs" align="flex-end" wrap="wrap" aria-label={t('filter.title')}>
      {isNarrow ? (
        <Button
          variant="default"
          size="xs"
          onClick={toggle}
          aria-expanded={isOpen}
          leftSection={<Icon name="settings" size={14} />}
        >
          {filters.isActive ? t('filter.active') : t('filter.title')}
        </Button>
      ) : null}
      {isNarrow && !isOpen ? null : children}
      {filters.isActive ? (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          onClick={filters.clear}
          leftSection={<Icon name="close" size={14} />}
        >
          {t('filter.clear')}
        </Button>
      ) : null}
    </Group>
  );
}

interface FilterProps<T> {
  readonly label?: string;
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
}

const TYPING_PAUSE_MS = 300;
/** The API looks for two characters and more. */
const SHORTEST_SEARCH = 2;

/** Looks for text once the operator pauses; `/` comes here. */
export function SearchFilter({
  label,
  value = '',
  onChange,
  placeholder,
}: FilterProps<string> & { readonly placeholder?: string }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // The URL changed by other means: a cleared filter, the way back.
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  const commit = useEffectEvent((text: string) => {
    const wanted = text.trim().length < SHORTEST_SEARCH ? '' : text.trim();
    if (wanted !== value) onChange(wanted === '' ? undefined : wanted);
  });
  useEffect(() => {
    const timer = setTimeout(() => commit(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useShortcut('/', t('list.focusSearch'), () => input.current?.select());
  return (
    <TextInput
      ref={input}
      type="search"
      size="xs"
      w={240}
      maxLength={100}
      label={label ?? t('filter.search')}
      placeholder={placeholder}
      leftSection={<Icon name="search" size={14} />}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}

interface SelectFilterProps<T extends string> extends FilterProps<T> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
}

/** One of a few values, or all. */
export function SelectFilter<T extends string>({ label, value, onChange, options }: SelectFilterProps<T>) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(options.find((option) => option.value === currentTarget.value)?.value)
      }
      data={[{ value: '', label: t('filter.all') }, ...options]}
    />
  );
}

interface Period {
  readonly date_from?: string;
  readonly date_to?: string;
}

/** How many days back the usual periods begin. */
const PERIODS = { today: 0, week: 6, month: 29 } as const;

/** From one day to another, both included; the usual ones by one press. */
export function PeriodFilter({ filters }: { readonly filters: Pick<Filters<Period>, 'values' | 'set'> }) {
  const { t } = useTranslation();
  const { values, set } = filters;
  return (
    <>
      <DayFilter
        label={t('filter.dateFrom')}
        value={values.date_from}
        onChange={(date_from) => set({ date_from })}
      />
      <DayFilter label={t('filter.dateTo')} value={values.date_to} onChange={(date_to) => set({ date_to })} />
      <Button.Group aria-label={t('filter.period.title')}>
        {(Object.keys(PERIODS) as (keyof typeof PERIODS)[]).map((name) => {
          const period = { date_from: addDays(today(), -PERIODS[name]), date_to: today() };
          const isChosen = period.date_from === values.date_from && period.date_to === values.date_to;
          return (
            <Button
              key={name}
              variant={isChosen ? 'light' : 'default'}
              size="xs"
              aria-pressed={isChosen}
              onClick={() => set(period)}
            >
              {t(`filter.period.${name}`)}
            </Button>
          );
        })}
      </Button.Group>
    </>
  );
}

/** A day, in the language of the page. */
export function DayFilter({ label, value, onChange }: FilterProps<string> & { readonly label: string }) {
  return <DayInput size="xs" w={140} label={label} value={value} onChange={onChange} />;
}
