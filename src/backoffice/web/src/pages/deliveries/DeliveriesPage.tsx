import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { FilterBar, PeriodFilter, SearchFilter, SelectFilter } from '../../components/lists/filters';
import { ListPage } from '../../components/lists/ListPage';
import { MerchantFilter } from '../../components/lists/MerchantFilter';
import { type Filters, useFilters } from '../../components/lists/use-filters';
import { useStatusText } from '../../components/values/status-text';
import { useDeliveryColumns } from './columns';
import { DeliveriesTabs } from './DeliveriesTabs';
import { type DeliveriesSearch, EVENTS, STATUSES } from './search';

const route = getRouteApi('/shell/deliveries');

/** Every merchant's notifications, with what became of them. */
export function DeliveriesPage() {
  const { t } = useTranslation('deliveries');
  const filters = useFilters(route.useSearch());
  const query = useList('/v1/review/deliveries', {
    query: { ...filters.values, page: filters.page, limit: 50, time_zone: 'America/Sao_Paulo' },
  });
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      bar={
        <>
          <DeliveriesTabs shown="deliveries" />
          <DeliveryFilters filters={filters} />
        </>
      }
      caption={t('caption')}
      filters={filters}
      query={query}
      columns={useDeliveryColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/deliveries/$id', params: { id } })}
    />
  );
}

function DeliveryFilters({ filters }: { readonly filters: Filters<DeliveriesSearch> }) {
  const { t } = useTranslation(['deliveries', 'common']);
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
        options={STATUSES.map((value) => ({ value, label: statusText('delivery', value) }))}
      />
      <SelectFilter
        label={t('column.event')}
        value={values.event}
        onChange={(event) => set({ event })}
        options={EVENTS.map((value) => ({ value, label: value }))}
      />
      <MerchantFilter value={values.merchant_id} onChange={(merchant_id) => set({ merchant_id })} />
      <PeriodFilter filters={filters} />
    </FilterBar>
  );
}
