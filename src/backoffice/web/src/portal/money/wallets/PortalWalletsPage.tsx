import { useTranslation } from 'react-i18next';
import { useList } from '../../../api/use-api';
import { FilterBar, SearchFilter, SelectFilter } from '../../../components/lists/filters';
import { ListPage } from '../../../components/lists/ListPage';
import { useFilters } from '../../../components/lists/use-filters';
import { useWalletColumns, WALLET_STATUSES } from '../../../components/money/wallets/wallet-columns';
import { usePolling } from '../../../components/use-polling';
import { useStatusText } from '../../../components/values/status-text';
import { portalLink } from '../../links';
import { walletsSearch } from '../../searches';
import { usePortalSearch } from '../../use-route';
import { MoneyNotice } from '../MoneyNotice';

const REFRESH_MS = 20_000;

/** The merchant's own wallet and those of its sellers, with what each holds. */
export function PortalWalletsPage() {
  const { t } = useTranslation(['portal-money', 'wallets', 'common']);
  const statusText = useStatusText();
  const filters = useFilters(usePortalSearch(walletsSearch));
  const query = useList(
    '/v1/wallets',
    { query: { ...filters.values, page: filters.page, limit: 50 } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <ListPage
      title={t('wallets.title')}
      description={t('wallets.description')}
      bar={
        <>
          <MoneyNotice />
          <FilterBar filters={filters}>
            <SearchFilter
              value={filters.values.search}
              onChange={(search) => filters.set({ search })}
              placeholder={t('wallets:searchHint')}
            />
            <SelectFilter
              label={t('wallets:column.status')}
              value={filters.values.status}
              onChange={(status) => filters.set({ status })}
              options={WALLET_STATUSES.map((value) => ({ value, label: statusText('wallet', value) }))}
            />
          </FilterBar>
        </>
      }
      caption={t('wallets:caption')}
      empty={t('wallets:empty')}
      filters={filters}
      query={query}
      columns={useWalletColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => portalLink('/wallets/$id', { id })}
    />
  );
}
