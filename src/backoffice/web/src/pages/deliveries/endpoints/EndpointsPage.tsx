import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList } from '../../../api/use-api';
import type { Column } from '../../../components/lists/DataTable';
import { FilterBar, SearchFilter, SelectFilter } from '../../../components/lists/filters';
import { ListPage } from '../../../components/lists/ListPage';
import { MerchantFilter } from '../../../components/lists/MerchantFilter';
import { useFilters } from '../../../components/lists/use-filters';
import { merchantColumn } from '../../../components/queues/columns';
import { usePolling } from '../../../components/use-polling';
import { StatusBadge } from '../../../components/values/StatusBadge';
import { useStatusText } from '../../../components/values/status-text';
import { DeliveriesTabs } from '../DeliveriesTabs';
import { type Endpoint, STATUSES } from './search';
import { Standing } from './Standing';
import { useRate } from './use-rate';

const route = getRouteApi('/shell/deliveries/endpoints');
const REFRESH_MS = 20_000;

/** Where notifications go, endpoint by endpoint: how many arrive, and why nothing happens where nothing does. */
export function EndpointsPage() {
  const { t } = useTranslation(['deliveries', 'common']);
  const filters = useFilters(route.useSearch());
  const statusText = useStatusText();
  const { values, set } = filters;
  const query = useList(
    '/v1/review/endpoints',
    { query: { ...values, page: filters.page, limit: 50 } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <ListPage
      title={t('endpoints.title')}
      description={t('endpoints.description')}
      bar={
        <>
          <DeliveriesTabs shown="endpoints" />
          <FilterBar filters={filters}>
            <SearchFilter
              value={values.search}
              onChange={(search) => set({ search })}
              placeholder={t('endpoints.searchHint')}
            />
            <SelectFilter
              label={t('column.status')}
              value={values.status}
              onChange={(status) => set({ status })}
              options={STATUSES.map((value) => ({ value, label: statusText('endpoint', value) }))}
            />
            <MerchantFilter value={values.merchant_id} onChange={(merchant_id) => set({ merchant_id })} />
          </FilterBar>
        </>
      }
      caption={t('endpoints.caption')}
      filters={filters}
      query={query}
      columns={useColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/deliveries/endpoints/$id', params: { id } })}
    />
  );
}

function useColumns(): readonly Column<Endpoint>[] {
  const { t } = useTranslation('deliveries');
  const rate = useRate();
  return [
    { key: 'url', header: t('column.endpoint'), cell: ({ url }) => <bdi>{url}</bdi> },
    merchantColumn(t('fact.merchant')),
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="endpoint" status={status} />,
    },
    {
      key: 'rate',
      header: t('endpoints.rate'),
      align: 'right',
      cell: ({ recent }) => rate(recent.success_rate),
      keepTogether: true,
    },
    {
      key: 'waiting',
      header: t('endpoints.waiting'),
      align: 'right',
      cell: ({ recent }) => recent.waiting + recent.held,
      from: 'sm',
    },
    {
      key: 'standing',
      header: t('endpoints.standing'),
      cell: (endpoint) => <Standing endpoint={endpoint} />,
      from: 'md',
    },
  ];
}
