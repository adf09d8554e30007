import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { useList } from '../../../api/use-api';
import type { Column } from '../../../components/lists/DataTable';
import { FilterBar, PeriodFilter, SearchFilter, SelectFilter } from '../../../components/lists/filters';
import { ListPage } from '../../../components/lists/ListPage';
import { useFilters } from '../../../components/lists/use-filters';
import { moneyColumn } from '../../../components/queues/columns';
import { usePolling } from '../../../components/use-polling';
import { DateTime, Day } from '../../../components/values/DateTime';
import { StatusBadge } from '../../../components/values/StatusBadge';
import { portalLink } from '../../links';
import { ANTICIPATION_STATUSES, anticipationsSearch } from '../../searches';
import { usePortalSearch } from '../../use-route';
import { MoneyNotice } from '../MoneyNotice';
import { WalletName } from '../WalletName';

const REFRESH_MS = 10_000;

/** What was asked for early, of all wallets or of one. */
export function PortalAnticipationsPage() {
  const { t } = useTranslation(['portal-money', 'anticipations']);
  const filters = useFilters(usePortalSearch(anticipationsSearch));
  const { values, set } = filters;
  const query = useList(
    '/v1/anticipations',
    { query: { ...values, page: filters.page, limit: 25, time_zone: 'America/Sao_Paulo' } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <ListPage
      title={t('anticipations:title')}
      description={t('anticipations.description')}
      bar={
        <>
          <MoneyNotice />
          <FilterBar filters={filters}>
            <SearchFilter
              value={values.search}
              onChange={(search) => set({ search })}
              placeholder={t('anticipations:searchHint')}
            />
            <SelectFilter
              label={t('anticipations:column.status')}
              value={values.status}
              onChange={(status) => set({ status })}
              options={ANTICIPATION_STATUSES.map((value) => ({
                value,
                label: t(`anticipations:status.${value}`),
              }))}
            />
            <PeriodFilter filters={filters} />
          </FilterBar>
        </>
      }
      caption={t('anticipations.caption')}
      empty={t('anticipations:empty')}
      filters={filters}
      query={query}
      columns={useColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => portalLink('/anticipations/$id', { id })}
    />
  );
}

function useColumns(): readonly Column<Item<'/v1/anticipations'>>[] {
  const { t } = useTranslation('anticipations');
  return [
    {
      key: 'created',
      header: t('column.created'),
      cell: ({ created_at }) => <DateTime at={created_at} />,
      keepTogether: true,
    },
    moneyColumn('payout', t('column.payout'), ({ payout }) => payout),
    moneyColumn('fee', t('column.fee'), ({ fee }) => fee, 'sm'),
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="anticipation" status={status} text={t(`status.${status}`)} />,
    },
    {
      key: 'paymentDate',
      header: t('column.paymentDate'),
      cell: ({ payment_date }) => <Day date={payment_date} />,
      keepTogether: true,
      from: 'sm',
    },
    { key: 'count', header: t('column.count'), align: 'right', cell: ({ count }) => count, from: 'lg' },
    {
      key: 'wallet',
      header: t('column.owner'),
      cell: ({ wallet_id }) => <WalletName id={wallet_id} />,
      from: 'md',
    },
  ];
}
