import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import { useList } from '../../api/use-api';
import type { Column } from '../../components/lists/DataTable';
import { FilterBar, SearchFilter, SelectFilter } from '../../components/lists/filters';
import { ListPage } from '../../components/lists/ListPage';
import { useFilters } from '../../components/lists/use-filters';
import { DateTime } from '../../components/values/DateTime';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useStatusText } from '../../components/values/status-text';
import { portalLink } from '../links';
import { DELIVERY_STATUSES, notificationsSearch } from '../searches';
import { usePortalSearch } from '../use-route';

type Log = Item<'/v1/postbacks/delivery-logs'>;

/** What was sent to the merchant's endpoints, and what became of it. */
export function NotificationsPage() {
  const { t } = useTranslation(['portal', 'deliveries', 'common']);
  const statusText = useStatusText();
  const filters = useFilters(usePortalSearch(notificationsSearch));
  const query = useList('/v1/postbacks/delivery-logs', {
    query: { ...filters.values, page: filters.page, limit: 50 },
  });
  return (
    <ListPage
      title={t('notifications.title')}
      description={t('notifications.description')}
      bar={
        <FilterBar filters={filters}>
          <SearchFilter value={filters.values.search} onChange={(search) => filters.set({ search })} />
          <SelectFilter
            label={t('sellers.status')}
            value={filters.values.status}
            onChange={(status) => filters.set({ status })}
            options={DELIVERY_STATUSES.map((value) => ({ value, label: statusText('delivery', value) }))}
          />
        </FilterBar>
      }
      caption={t('notifications.caption')}
      filters={filters}
      query={query}
      columns={useColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => portalLink('/notifications/$id', { id })}
    />
  );
}

function useColumns(): readonly Column<Log>[] {
  const { t } = useTranslation(['deliveries', 'portal']);
  const endpoints = useList('/v1/postbacks/endpoints', { query: { limit: 100 } });
  const urls = new Map(endpoints.data?.items.map(({ id, url }) => [id, url]));
  return [
    {
      key: 'created',
      header: t('deliveries:column.created'),
      cell: ({ created_at }) => <DateTime at={created_at} />,
      keepTogether: true,
    },
    {
      key: 'status',
      header: t('deliveries:column.status'),
      cell: ({ status }) => <StatusBadge of="delivery" status={status} />,
    },
    { key: 'event', header: t('deliveries:column.event'), cell: ({ event }) => event },
    {
      key: 'endpoint',
      header: t('deliveries:column.endpoint'),
      cell: ({ endpoint_id }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {urls.get(endpoint_id) ?? '–'}
        </Text>
      ),
      from: 'sm',
    },
    {
      key: 'attempts',
      header: t('deliveries:column.attempts'),
      align: 'right',
      cell: ({ attempt_count }) => attempt_count,
      from: 'sm',
    },
  ];
}
