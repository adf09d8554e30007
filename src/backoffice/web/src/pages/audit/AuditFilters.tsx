import { useTranslation } from 'react-i18next';
import { FilterBar, PeriodFilter, SearchFilter, SelectFilter } from '../../components/lists/filters';
import { MerchantFilter } from '../../components/lists/MerchantFilter';
import type { Filters } from '../../components/lists/use-filters';
import { useList } from '../../api/use-api';
import type audit from '../../i18n/pt-BR/audit.json';
import { ACTION_KINDS, type AuditSearch } from './search';

/** As many as a select can hold and anybody can look through. */
const OPERATORS = 100;

/** What of the log is shown; all of it is in the URL. */
export function AuditFilters({ filters }: { readonly filters: Filters<AuditSearch> }) {
  const { t } = useTranslation(['audit', 'common']);
  const { values, set } = filters;
  const operators = useList('/v1/review/operators', { query: { limit: OPERATORS } });
  return (
    <FilterBar filters={filters}>
      <SearchFilter
        label={t('filter.target')}
        value={values.target_id}
        onChange={(target_id) => set({ target_id })}
        placeholder={t('filter.targetHint')}
      />
      <SelectFilter
        label={t('column.action')}
        value={values.action}
        onChange={(action) => set({ action })}
        options={ACTION_KINDS.map((value) => ({
          value,
          label: t(`kind.${value.slice(0, -2) as keyof typeof audit.kind}`),
        }))}
      />
      <SelectFilter
        label={t('filter.operator')}
        value={values.operator_id}
        onChange={(operator_id) => set({ operator_id })}
        options={(operators.data?.items ?? []).map(({ id, email }) => ({ value: id, label: email }))}
      />
      <MerchantFilter value={values.merchant_id} onChange={(merchant_id) => set({ merchant_id })} />
      <PeriodFilter filters={filters} />
    </FilterBar>
  );
}
