import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FilterBar, PeriodFilter, SelectFilter } from '../../lists/filters';
import type { Filters } from '../../lists/use-filters';
import { ENTRY_KINDS } from './entry-kinds';
import { ACCOUNTS, DIRECTIONS, type EntriesSearch } from './search';

const USUAL_ACCOUNT = 'available';

/** Which account and days the balance and the entries below are of, and which entries. */
export function EntryFilters({ filters }: { readonly filters: Filters<EntriesSearch> }) {
  const { t } = useTranslation(['wallets', 'money']);
  const { values, set } = filters;
  return (
    <FilterBar filters={filters}>
      <NativeSelect
        size="xs"
        label={t('column.account')}
        value={values.account ?? USUAL_ACCOUNT}
        onChange={({ currentTarget: { value } }) =>
          set({ account: ACCOUNTS.find((account) => account === value && account !== USUAL_ACCOUNT) })
        }
        data={ACCOUNTS.map((value) => ({ value, label: t(`money:account.${value}`) }))}
      />
      <SelectFilter
        label={t('column.kind')}
        value={values.kind}
        onChange={(kind) => set({ kind })}
        options={ENTRY_KINDS.map((value) => ({ value, label: t(`money:kind.${value}`) }))}
      />
      <SelectFilter
        label={t('column.direction')}
        value={values.direction}
        onChange={(direction) => set({ direction })}
        options={DIRECTIONS.map((value) => ({ value, label: t(`money:direction.${value}`) }))}
      />
      <PeriodFilter filters={filters} />
    </FilterBar>
  );
}
