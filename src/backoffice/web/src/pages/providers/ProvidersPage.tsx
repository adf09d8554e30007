import { Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useList } from '../../api/use-api';
import type { Column } from '../../components/lists/DataTable';
import { DateTime } from '../../components/values/DateTime';
import { FilterBar, SelectFilter } from '../../components/lists/filters';
import { ListPage } from '../../components/lists/ListPage';
import { MerchantFilter } from '../../components/lists/MerchantFilter';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useFilters } from '../../components/lists/use-filters';
import { useStatusText } from '../../components/values/status-text';
import { MODES, STATUSES } from './search';

const route = getRouteApi('/shell/providers');

/** The accounts at payment providers, of the platform and of merchants. */
export function ProvidersPage() {
  const { t } = useTranslation(['providers', 'common']);
  const statusText = useStatusText();
  const filters = useFilters(route.useSearch());
  const { values, set } = filters;
  const query = useList('/v1/review/providers', { query: { ...values, page: filters.page, limit: 50 } });
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      bar={
        <FilterBar filters={filters}>
          <SelectFilter
            label={t('column.owner')}
            value={values.owner}
            onChange={(owner) => set({ owner })}
            options={[{ value: 'platform', label: t('platform') }]}
          />
          <SelectFilter
            label={t('column.mode')}
            value={values.mode}
            onChange={(mode) => set({ mode })}
            options={MODES.map((value) => ({ value, label: t(`common:status.${value}`) }))}
          />
          <SelectFilter
            label={t('column.status')}
            value={values.status}
            onChange={(status) => set({ status })}
            options={STATUSES.map((value) => ({ value, label: statusText('account', value) }))}
          />
          <MerchantFilter value={values.merchant_id} onChange={(merchant_id) => set({ merchant_id })} />
        </FilterBar>
      }
      caption={t('caption')}
      filters={filters}
      query={query}
      columns={useColumns()}
      rowKey={({ id }) => id}
    />
  );
}

function useColumns(): readonly Column<Schema<'ProviderAccountResponse'>>[] {
  const { t } = useTranslation('providers');
  return [
    {
      key: 'adapter',
      header: t('column.adapter'),
      cell: ({ adapter, id }) => (
        <>
          <Text size="sm">{adapter}</Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {id}
          </Text>
        </>
      ),
    },
    {
      key: 'owner',
      header: t('column.owner'),
      cell: ({ merchant_id }) => merchant_id ?? t('platform'),
      from: 'sm',
    },
    {
      key: 'mode',
      header: t('column.mode'),
      cell: ({ mode }) => <StatusBadge of="merchant" status={mode} />,
    },
    {
      key: 'methods',
      header: t('column.methods'),
      cell: ({ methods }) => methods.map((method) => t(`method.${method}`)).join(', '),
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="account" status={status} />,
    },
    {
      key: 'credentials',
      header: t('column.credentials'),
      cell: ({ has_credentials }) => (has_credentials ? t('kept') : t('none')),
      from: 'lg',
    },
    {
      key: 'created',
      header: t('column.created'),
      cell: ({ created_at }) => <DateTime at={created_at} show="date" />,
      from: 'sm',
    },
  ];
}
