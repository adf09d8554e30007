import { Skeleton, Stack } from '@mantine/core';
import '@mantine/charts/styles.css';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { Schema } from '../../api/types';
import { useList, useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { useFilters } from '../../components/lists/use-filters';
import { BalanceOverTime, statementQuery } from '../../components/money/entries/BalanceOverTime';
import { EntriesSection, entriesQuery } from '../../components/money/entries/EntriesSection';
import type { ResourceLink } from '../../components/money/entries/entry-columns';
import { EntryFilters } from '../../components/money/entries/EntryFilters';
import { Balances } from '../../components/money/wallets/Balances';
import { ComesDue, type DueGroup, dueQuery } from '../../components/money/wallets/ComesDue';
import { Page } from '../../components/Page';
import { Section } from '../../components/Section';
import { usePolling } from '../../components/use-polling';
import { StatusBadge } from '../../components/values/StatusBadge';
import { DestinationsSection } from './destinations/DestinationsSection';
import { HoldsSection } from './holds/HoldsSection';
import { WalletActions } from './actions/WalletActions';
import { WalletFacts } from './WalletFacts';

const route = getRouteApi('/shell/wallets/$id');
const REFRESH_MS = 20_000;

/** One wallet: what it holds, what comes, how it came to that, and what operators may do about it. */
export function WalletPage() {
  const { t } = useTranslation('wallets');
  const { id } = route.useParams();
  const query = useResource(
    '/v1/review/wallets/{id}',
    { path: { id } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  const wallet = query.data;
  return (
    <Page
      title={wallet === undefined ? t('wallet') : t('walletOf', { name: wallet.owner.name })}
      aside={wallet === undefined ? null : <StatusBadge of="wallet" status={wallet.status} />}
      actions={wallet === undefined ? undefined : <WalletActions wallet={wallet} />}
    >
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {wallet === undefined ? query.isError ? null : <Skeleton h={400} /> : <Content wallet={wallet} />}
    </Page>
  );
}

function Content({ wallet }: { readonly wallet: Schema<'OperatorWalletResponse'> }) {
  const { t } = useTranslation('wallets');
  return (
    <Stack gap="md">
      <Balances balance={wallet.balance} />
      <Section title={t('section.wallet')}>
        <WalletFacts wallet={wallet} />
      </Section>
      <WalletDue wallet={wallet} />
      <DestinationsSection wallet={wallet} />
      <HoldsSection wallet={wallet} />
      <WalletEntries id={wallet.id} />
    </Stack>
  );
}

function WalletDue({ wallet }: { readonly wallet: Schema<'OperatorWalletResponse'> }) {
  const [group, setGroup] = useState<DueGroup>('due_date');
  const query = useResource('/v1/review/receivables/summary', {
    query: { merchant_id: wallet.merchant_id, wallet_id: wallet.id, ...dueQuery(group) },
  });
  return <ComesDue query={query} group={group} onGroup={setGroup} />;
}

const linkOf: ResourceLink = ({ type, id }) => {
  if (type === 'charge') return { to: '/charges/$id', params: { id } };
  return type === 'dispute' ? { to: '/disputes/$id', params: { id } } : undefined;
};

function WalletEntries({ id }: { readonly id: string }) {
  const filters = useFilters(route.useSearch());
  const period = statementQuery(filters.values);
  const statement = useResource('/v1/review/wallets/{id}/statement', { path: { id }, query: period });
  const entries = useList(
    '/v1/review/wallets/{id}/entries',
    { path: { id }, query: entriesQuery(filters) },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <>
      <EntryFilters filters={filters} />
      <BalanceOverTime query={statement} account={period.account} />
      <EntriesSection query={entries} filters={filters} linkOf={linkOf} />
    </>
  );
}
