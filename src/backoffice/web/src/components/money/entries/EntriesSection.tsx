import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList } from '../../../api/use-api';
import { ListTable } from '../../../components/lists/ListPage';
import { useFilters } from '../../../components/lists/use-filters';
import { Section } from '../../../components/Section';
import { usePolling } from '../../../components/use-polling';
import { useEntryColumns } from './entry-columns';

const route = getRouteApi('/shell/wallets/$id');
const REFRESH_MS = 20_000;

/** What came into one of a wallet's accounts and left it, with what it held after each. */
export function EntriesSection({ walletId }: { readonly walletId: string }) {
  const { t } = useTranslation('wallets');
  const filters = useFilters(route.useSearch());
  const query = useList(
    '/v1/review/wallets/{id}/entries',
    {
      path: { id: walletId },
      query: { ...filters.values, page: filters.page, limit: 25, time_zone: 'America/Sao_Paulo' },
    },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <Section title={t('section.entries')}>
      <ListTable
        caption={t('section.entries')}
        empty={t('noEntries')}
        filters={filters}
        query={query}
        columns={useEntryColumns()}
        rowKey={({ id }) => id}
      />
    </Section>
  );
}
