import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCode } from '../../app/load-code';
import { FilterBar, SearchFilter, SelectFilter } from '../../components/lists/filters';
import type { Filters } from '../../components/lists/use-filters';
import { KINDS, type QueueSearch, STATUSES } from './search';

// Its list of suggestions would be the largest part of the first page that an operator loads.
const MerchantFilter = lazy(async () => ({
  default: (await loadCode(() => import('../../components/lists/MerchantFilter'))).MerchantFilter,
}));

/** What of the queue is shown; all of it is in the URL. */
export function QueueFilters({ filters }: { readonly filters: Filters<QueueSearch> }) {
  const { t } = useTranslation(['queue', 'common']);
  const { values, set } = filters;
  return (
    <FilterBar filters={filters}>
      <SearchFilter
        value={values.search}
        onChange={(search) => set({ search })}
        placeholder={t('filter.searchHint')}
      />
      <SelectFilter
        label={t('column.kind')}
        value={values.kind}
        onChange={(kind) => set({ kind })}
        options={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <SelectFilter
        label={t('filter.status')}
        value={values.status}
        onChange={(status) => set({ status })}
        options={STATUSES.map((value) => ({ value, label: t(`common:status.${value}`) }))}
      />
      <Suspense fallback={null}>
        <MerchantFilter value={values.merchant_id} onChange={(merchant_id) => set({ merchant_id })} />
      </Suspense>
    </FilterBar>
  );
}
