import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import { useList } from '../../api/use-api';
import type { Column } from '../../components/lists/DataTable';
import { FilterBar, SearchFilter, SelectFilter } from '../../components/lists/filters';
import { ListPage } from '../../components/lists/ListPage';
import { useFilters } from '../../components/lists/use-filters';
import { DateTime } from '../../components/values/DateTime';
import { StatusBadge } from '../../components/values/StatusBadge';
import { portalLink } from '../links';
import { SELLER_STATUSES, sellersSearch } from '../searches';
import { usePortalSearch } from '../use-route';

type Seller = Item<'/v1/submerchants'>;

/** The merchant's sellers, with what their registrations lack. */
export function SellersPage() {
  const { t } = useTranslation(['portal', 'common']);
  const filters = useFilters(usePortalSearch(sellersSearch));
  const query = useList('/v1/submerchants', {
    query: { ...filters.values, page: filters.page, limit: 50 },
  });
  return (
    <ListPage
      title={t('sellers.title')}
      bar={
        <FilterBar filters={filters}>
          <SearchFilter
            value={filters.values.search}
            onChange={(search) => filters.set({ search })}
            placeholder={t('sellers.search')}
          />
          <SelectFilter
            label={t('sellers.status')}
            value={filters.values.status}
            onChange={(status) => filters.set({ status })}
            options={SELLER_STATUSES.map((value) => ({ value, label: t(`common:status.${value}`) }))}
          />
        </FilterBar>
      }
      caption={t('sellers.caption')}
      filters={filters}
      query={query}
      columns={useColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => portalLink('/sellers/$id', { id })}
    />
  );
}

function useColumns(): readonly Column<Seller>[] {
  const { t } = useTranslation('portal');
  return [
    {
      key: 'name',
      header: t('sellers.name'),
      cell: ({ trade_name, legal_name }) => <bdi>{trade_name ?? legal_name}</bdi>,
    },
    {
      key: 'status',
      header: t('sellers.status'),
      cell: ({ status }) => <StatusBadge of="seller" status={status} />,
    },
    {
      key: 'missing',
      header: t('sellers.missing'),
      align: 'right',
      cell: ({ requirements }) => requirements.missing,
    },
    {
      key: 'rejected',
      header: t('sellers.rejected'),
      align: 'right',
      cell: ({ requirements }) => requirements.rejected,
      from: 'sm',
    },
    { key: 'tax', header: t('sellers.taxId'), cell: ({ tax_id }) => tax_id, from: 'sm', keepTogether: true },
    {
      key: 'created',
      header: t('sellers.created'),
      cell: ({ created_at }) => <DateTime at={created_at} />,
      from: 'md',
      keepTogether: true,
    },
  ];
}
