import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import { useList } from '../../api/use-api';
import type { Column } from '../../components/lists/DataTable';
import { FilterBar, PeriodFilter, SearchFilter, SelectFilter } from '../../components/lists/filters';
import { ListPage } from '../../components/lists/ListPage';
import { type Filters, useFilters } from '../../components/lists/use-filters';
import { DateTime } from '../../components/values/DateTime';
import { Money } from '../../components/values/Money';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useStatusText } from '../../components/values/status-text';
import { portalLink } from '../links';
import { CHARGE_STATUSES, chargesSearch, type ChargesSearch, PAYMENT_METHODS } from '../searches';
import { usePortalSearch } from '../use-route';

/** The merchant's charges, to look at. */
export function PortalChargesPage() {
  const { t } = useTranslation(['charges', 'portal']);
  const filters = useFilters(usePortalSearch(chargesSearch));
  const query = useList('/v1/charges', {
    query: { ...filters.values, page: filters.page, limit: 50, time_zone: 'America/Sao_Paulo' } as object,
  });
  return (
    <ListPage
      title={t('charges:title')}
      description={t('portal:charges.description')}
      bar={<ChargeFilters filters={filters} />}
      caption={t('charges:caption')}
      filters={filters}
      query={query}
      columns={useColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => portalLink('/charges/$id', { id })}
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
        options={CHARGE_STATUSES.map((value) => ({ value, label: statusText('charge', value) }))}
      />
      <SelectFilter
        label={t('column.method')}
        value={values.payment_method}
        onChange={(payment_method) => set({ payment_method })}
        options={PAYMENT_METHODS.map((value) => ({ value, label: t(`method.${value}`) }))}
      />
      <PeriodFilter filters={filters} />
    </FilterBar>
  );
}

function useColumns(): readonly Column<Item<'/v1/charges'>>[] {
  const { t } = useTranslation('charges');
  return [
    {
      key: 'created',
      header: t('column.created'),
      cell: ({ created_at }) => <DateTime at={created_at} />,
      keepTogether: true,
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="charge" status={status} />,
    },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'right',
      cell: ({ total_amount }) => <Money cents={total_amount} />,
      keepTogether: true,
    },
    {
      key: 'method',
      header: t('column.method'),
      cell: ({ payment_method }) => t(`method.${payment_method}`),
      from: 'sm',
    },
    {
      key: 'customer',
      header: t('column.customer'),
      cell: ({ customer }) => <bdi>{customer.name}</bdi>,
      from: 'md',
    },
    {
      key: 'external',
      header: t('column.external'),
      cell: ({ external_id }) => external_id ?? '–',
      from: 'lg',
    },
  ];
}
