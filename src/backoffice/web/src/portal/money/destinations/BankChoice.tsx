import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { useList } from '../../../api/use-api';

type Bank = Item<'/v1/banks'>;

interface BankChoiceProps {
  /** The code of the bank that is chosen, or an empty text. */
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error: string | undefined;
}

const TYPING_PAUSE_MS = 250;
const SHORTEST_SEARCH = 2;
const labelOf = ({ code, name }: Bank): string => `${code} · ${name}`;

/** A bank of the central bank's list, found by a part of its name or by its code. */
export function BankChoice({ value, onChange, error }: BankChoiceProps) {
  const { t } = useTranslation(['portal-money', 'common']);
  const [chosen, setChosen] = useState<Bank | null>(null);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  // The box shows the name of what is chosen: that is no search.
  const isSearch = search.length >= SHORTEST_SEARCH && (chosen === null || search !== labelOf(chosen));
  const found = useList('/v1/banks', { query: { limit: 20, ...(isSearch && { search }) } });
  const banks = new Map(
    [...(chosen === null ? [] : [chosen]), ...(found.data?.items ?? [])].map((one) => [one.code, one]),
  );
  return (
    <Select
      label={t('destination.bank')}
      placeholder={t('destination.bankHint')}
      required
      searchable
      nothingFoundMessage={t('common:list.emptyFiltered')}
      // The server has searched already.
      filter={({ options }) => options}
      data={[...banks.values()].map((bank) => ({ value: bank.code, label: labelOf(bank) }))}
      value={value === '' ? null : value}
      onChange={(code) => {
        setChosen(banks.get(code ?? '') ?? null);
        onChange(code ?? '');
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error ?? (found.isError ? t('destination.banksMissing') : undefined)}
    />
  );
}
