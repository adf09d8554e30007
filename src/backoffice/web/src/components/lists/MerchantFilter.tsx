import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useList, useResource } from '../../api/use-api';

interface MerchantFilterProps {
  readonly value: string | undefined;
  readonly onChange: (merchantId: string | undefined) => void;
}

const TYPING_PAUSE_MS = 250;
const SHORTEST_SEARCH = 2;

/** One merchant of any number, found by a part of its name. */
export function MerchantFilter({ value, onChange }: MerchantFilterProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const chosen = useResource(
    '/v1/review/merchants/{id}',
    { path: { id: value ?? '' } },
    { enabled: value !== undefined },
  ).data;
  // The box shows the name of what is chosen: that is no search.
  const isSearch = search.length >= SHORTEST_SEARCH && search !== chosen?.name;
  const found = useList('/v1/review/merchants', { query: { limit: 20, ...(isSearch && { search }) } });
  const merchants = new Map(
    [...(chosen === undefined ? [] : [chosen]), ...(found.data?.items ?? [])].map(({ id, name, mode }) => [
      id,
      `${name} (${t(`status.${mode}`).toLowerCase()})`,
    ]),
  );
  return (
    <Select
      size="xs"
      w={200}
      label={t('filter.merchant')}
      placeholder={t('filter.all')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('filter.clearMerchant') }}
      nothingFoundMessage={t('list.emptyFiltered')}
      // The server has searched already.
      filter={({ options }) => options}
      data={[...merchants].map(([id, label]) => ({ value: id, label }))}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  );
}
