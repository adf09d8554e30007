import { Skeleton, Stack } from '@mantine/core';
import '@mantine/charts/styles.css';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Page } from '../../components/Page';
import { Section } from '../../components/Section';
import { usePolling } from '../../components/use-polling';
import { StatusBadge } from '../../components/values/StatusBadge';
import { BalanceOverTime } from './entries/BalanceOverTime';
import { Balances } from './Balances';
import { ComesDue } from './ComesDue';
import { DestinationsSection } from './destinations/DestinationsSection';
import { EntriesSection } from './entries/EntriesSection';
import { EntryFilters } from './entries/EntryFilters';
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
      aside={wallet === undefined ? null : <StatusBadge status={wallet.status} />}
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
      <ComesDue wallet={wallet} />
      <DestinationsSection wallet={wallet} />
      <HoldsSection wallet={wallet} />
      <EntryFilters />
      <BalanceOverTime walletId={wallet.id} />
      <EntriesSection walletId={wallet.id} />
    </Stack>
  );
}
