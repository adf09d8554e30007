import '@mantine/charts/styles.css';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useList, useResource } from '../../../api/use-api';
import { useFilters } from '../../../components/lists/use-filters';
import { BalanceOverTime, statementQuery } from '../../../components/money/entries/BalanceOverTime';
import { EntriesSection, entriesQuery } from '../../../components/money/entries/EntriesSection';
import type { ResourceLink } from '../../../components/money/entries/entry-columns';
import { EntryFilters } from '../../../components/money/entries/EntryFilters';
import { entriesSearch } from '../../../components/money/entries/search';
import { Balances } from '../../../components/money/wallets/Balances';
import { usePolling } from '../../../components/use-polling';
import { Day } from '../../../components/values/DateTime';
import { Fact, Facts } from '../../../components/values/Facts';
import { Identifier } from '../../../components/values/Identifier';
import { Money } from '../../../components/values/Money';
import { portalLink } from '../../links';
import { usePortalSearch } from '../../use-route';
import { type Wallet, WalletFrame } from '../WalletFrame';
import { StatementFile } from './StatementFile';

const REFRESH_MS = 20_000;

/** What a wallet holds, and how it came to that. */
export function PortalWalletPage() {
  return (
    <WalletFrame page="statement">
      {(wallet) => (
        <Stack gap="md">
          <Balances balance={wallet.balance} />
          <WalletFacts wallet={wallet} />
          <Statement id={wallet.id} />
        </Stack>
      )}
    </WalletFrame>
  );
}

function WalletFacts({ wallet: { id, owner, next_settlement: next } }: { readonly wallet: Wallet }) {
  const { t } = useTranslation('wallets');
  return (
    <Facts label={t('section.wallet')}>
      <Fact name={t('column.type')}>{t(`owner.${owner.type}`)}</Fact>
      <Fact name={t('fact.taxId')}>{owner.tax_id}</Fact>
      <Fact name={t('fact.nextSettlement')}>
        {next === null ? null : (
          <>
            <Money cents={next.amount} /> {t('fact.nextOn')} <Day date={next.due_date} />
          </>
        )}
      </Fact>
      <Fact name={t('fact.id')}>
        <Identifier value={id} what={t('fact.id')} />
      </Fact>
    </Facts>
  );
}

const PAGES = {
  charge: '/charges/$id',
  withdrawal: '/withdrawals/$id',
  anticipation: '/anticipations/$id',
} as const;

const linkOf: ResourceLink = ({ type, id }) =>
  type in PAGES ? portalLink(PAGES[type as keyof typeof PAGES], { id }) : undefined;

function Statement({ id }: { readonly id: string }) {
  const filters = useFilters(usePortalSearch(entriesSearch));
  const period = statementQuery(filters.values);
  const statement = useResource('/v1/wallets/{id}/statement', { path: { id }, query: period });
  const entries = useList(
    '/v1/wallets/{id}/entries',
    { path: { id }, query: entriesQuery(filters) },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <>
      <EntryFilters filters={filters} />
      <BalanceOverTime query={statement} account={period.account} />
      <EntriesSection
        query={entries}
        filters={filters}
        linkOf={linkOf}
        aside={<StatementFile id={id} period={period} />}
      />
    </>
  );
}
