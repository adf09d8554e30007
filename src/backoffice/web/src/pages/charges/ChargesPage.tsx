import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { FilterBar, PeriodFilter, SearchFilter, SelectFilter } from '../../components/lists/filters';
import { ListPage } from '../../components/lists/ListPage';
import { MerchantFilter } from '../../components/lists/MerchantFilter';
import { type Filters, useFilters } from '../../components/lists/use-filters';
import { useStatusText } from '../../components/values/status-text';
import { useChargeColumns } from './columns';
import { ATTENTIONS, type ChargesSearch, PAYMENT_METHODS, STATUSES } from './search';

const route = getRouteApi('/shell/charges');

/** Every merchant's charges, to look at. */
export function ChargesPage() {
  const { t } = useTranslation('charges');
  const filters = useFilters(route.useSearch());
  const query = useList('/v1/review/charges', {
    query: { ...filters.values, page: filters.page, limit: 50, time_zone: 'America/Sao_Paulo' },
  });
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      bar={<ChargeFilters filters={filters} />}
      caption={t('caption')}
      filters={filters}
      query={query}
      columns={useChargeColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/charges/$id', params: { id } })}
    />
  );
}

function ChargeFilters({ filters }: { readonly filters: Filters<ChargesSearch> }) {
  const { t } = useTranslation(['charges', 'common']);
  const statusText = useStatusText();
  const { values, set } = filters;
  return (
    <FilterBar filters={filters}>
      <SearchFilter
        value={values.search}
        onChange={(search) => set({ search })}
        placeholder={t('searchHint')}
      />
      <SelectFilter
        label={t('column.status')}
        value={values.status}
        onChange={(status) => set({ status })}
        options={STATUSES.map((value) => ({ value, label: statusText('charge', value) }))}
      />
      <SelectFilter
        label={t('column.method')}
        value={values.payment_method}
        onChange={(payment_method) => set({ payment_method })}
        options={PAYMENT_METHODS.map((value) => ({ value, label: t(`method.${value}`) }))}
      />
      <SelectFilter
        label={t('column.attention')}
        value={values.attention}
        onChange={(attention) => set({ attention })}
        options={ATTENTIONS.map((value) => ({ value, label: t(`attention.${value}`) }))}
      />
      <MerchantFilter value={values.merchant_id} onChange={(merchant_id) => set({ merchant_id })} />
      <PeriodFilter filters={filters} />
    </FilterBar>
  );
}
