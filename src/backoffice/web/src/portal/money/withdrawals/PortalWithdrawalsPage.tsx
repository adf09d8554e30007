import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { useList } from '../../../api/use-api';
import type { Column } from '../../../components/lists/DataTable';
import { FilterBar, PeriodFilter, SearchFilter, SelectFilter } from '../../../components/lists/filters';
import { ListPage } from '../../../components/lists/ListPage';
import { useFilters } from '../../../components/lists/use-filters';
import { useDestinationName } from '../../../components/money/use-destination-name';
import { moneyColumn } from '../../../components/queues/columns';
import { usePolling } from '../../../components/use-polling';
import { DateTime } from '../../../components/values/DateTime';
import { StatusBadge } from '../../../components/values/StatusBadge';
import { useStatusText } from '../../../components/values/status-text';
import { portalLink } from '../../links';
import { WITHDRAWAL_STATUSES, withdrawalsSearch } from '../../searches';
import { usePortalSearch } from '../../use-route';
import { MoneyNotice } from '../MoneyNotice';
import { WalletName } from '../WalletName';

const REFRESH_MS = 10_000;

/** What was withdrawn, of all wallets or of one. */
export function PortalWithdrawalsPage() {
  const { t } = useTranslation(['portal-money', 'withdrawals', 'common']);
  const statusText = useStatusText();
  const filters = useFilters(usePortalSearch(withdrawalsSearch));
  const { values, set } = filters;
  const query = useList(
    '/v1/withdrawals',
    { query: { ...values, page: filters.page, limit: 25, time_zone: 'America/Sao_Paulo' } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <ListPage
      title={t('withdrawals:title')}
      description={t('withdrawals.description')}
      bar={
        <>
          <MoneyNotice />
          <FilterBar filters={filters}>
            <SearchFilter
              value={values.search}
              onChange={(search) => set({ search })}
              placeholder={t('withdrawals:searchHint')}
            />
            <SelectFilter
              label={t('withdrawals:column.status')}
              value={values.status}
              onChange={(status) => set({ status })}
              options={WITHDRAWAL_STATUSES.map((value) => ({
                value,
                label: statusText('withdrawal', value),
              }))}
            />
            <PeriodFilter filters={filters} />
          </FilterBar>
        </>
      }
      caption={t('withdrawals.caption')}
      empty={t('withdrawals:empty')}
      filters={filters}
      query={query}
      columns={useColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => portalLink('/withdrawals/$id', { id })}
    />
  );
}

function useColumns(): readonly Column<Item<'/v1/withdrawals'>>[] {
  const { t } = useTranslation(['withdrawals', 'money']);
  const nameOf = useDestinationName();
  return [
    {
      key: 'created',
      header: t('column.created'),
      cell: ({ created_at }) => <DateTime at={created_at} />,
      keepTogether: true,
    },
    moneyColumn('amount', t('column.amount'), ({ amount }) => amount),
    moneyColumn('fee', t('fact.fee'), ({ fee }) => fee, 'md'),
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="withdrawal" status={status} />,
    },
    {
      key: 'destination',
      header: t('money:destination.title'),
      cell: ({ destination }) => nameOf(destination),
      from: 'sm',
    },
    {
      key: 'wallet',
      header: t('column.owner'),
      cell: ({ wallet_id }) => <WalletName id={wallet_id} />,
      from: 'md',
    },
  ];
}
