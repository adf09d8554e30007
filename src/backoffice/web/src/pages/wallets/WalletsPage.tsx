import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { FilterBar, SearchFilter, SelectFilter } from '../../components/lists/filters';
import { ListPage } from '../../components/lists/ListPage';
import { MerchantFilter } from '../../components/lists/MerchantFilter';
import { type Filters, useFilters } from '../../components/lists/use-filters';
import { useWalletColumns, WALLET_STATUSES } from '../../components/money/wallets/wallet-columns';
import { useStatusText } from '../../components/values/status-text';
import type { WalletsSearch } from './search';

const route = getRouteApi('/shell/wallets');

/** The wallets of all merchants, with what they hold. */
export function WalletsPage() {
  const { t } = useTranslation('wallets');
  const filters = useFilters(route.useSearch());
  const query = useList('/v1/review/wallets', {
    query: { ...filters.values, page: filters.page, limit: 50 },
  });
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      bar={<WalletFilters filters={filters} />}
      caption={t('caption')}
      empty={t('empty')}
      filters={filters}
      query={query}
      columns={useWalletColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/wallets/$id', params: { id } })}
    />
  );
}

function WalletFilters({ filters }: { readonly filters: Filters<WalletsSearch> }) {
  const { t } = useTranslation(['wallets', 'common']);
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
        options={WALLET_STATUSES.map((value) => ({ value, label: statusText('wallet', value) }))}
      />
      <MerchantFilter value={values.merchant_id} onChange={(merchant_id) => set({ merchant_id })} />
    </FilterBar>
  );
}
