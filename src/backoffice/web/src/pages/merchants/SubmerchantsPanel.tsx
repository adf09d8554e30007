import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { DateTime } from '../../components/values/DateTime';
import { FilterBar, SearchFilter, SelectFilter } from '../../components/lists/filters';
import { ListTable } from '../../components/lists/ListPage';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useFilters } from '../../components/lists/use-filters';
import { STATUSES } from './search';

const route = getRouteApi('/shell/merchants/$id');

/** A merchant's submerchants in every status, each leading to its case. */
export function SubmerchantsPanel({ merchantId }: { readonly merchantId: string }) {
  const { t } = useTranslation(['merchants', 'common']);
  const { tab: _tab, ...search } = route.useSearch();
  const filters = useFilters(search);
  const { values, set } = filters;
  const query = useList('/v1/review/merchants/{id}/submerchants', {
    path: { id: merchantId },
    query: { ...values, page: filters.page },
  });
  return (
    <Stack gap="md">
      <FilterBar filters={filters}>
        <SearchFilter
          value={values.search}
          onChange={(text) => set({ search: text })}
          placeholder={t('submerchantHint')}
        />
        <SelectFilter
          label={t('column.status')}
          value={values.status}
          onChange={(status) => set({ status })}
          options={STATUSES.map((value) => ({ value, label: t(`common:status.${value}`) }))}
        />
      </FilterBar>
      <ListTable
        caption={t('tab.submerchants')}
        empty={t('noSubmerchants')}
        filters={filters}
        query={query}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/cases/$id', params: { id } })}
        columns={[
          {
            key: 'name',
            header: t('column.name'),
            cell: ({ trade_name, legal_name, tax_id }) => (
              <>
                <bdi>{trade_name ?? legal_name}</bdi>
                <Text size="xs" c="dimmed">
                  {trade_name === null ? null : (
                    <>
                      <bdi>{legal_name}</bdi> ·{' '}
                    </>
                  )}
                  {tax_id}
                </Text>
              </>
            ),
          },
          {
            key: 'status',
            header: t('column.status'),
            cell: ({ status }) => <StatusBadge of="seller" status={status} />,
          },
          {
            key: 'submitted',
            header: t('column.submitted'),
            cell: ({ submitted_at }) => <DateTime at={submitted_at} show="date" />,
            from: 'sm',
          },
          {
            key: 'created',
            header: t('column.created'),
            cell: ({ created_at }) => <DateTime at={created_at} show="date" />,
            from: 'sm',
          },
        ]}
      />
    </Stack>
  );
}
