import { Group, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { DataTable } from '../../components/lists/DataTable';
import { useAccountName } from '../../components/money/use-account-name';
import { Section } from '../../components/Section';
import { usePolling } from '../../components/use-polling';
import { DateTime } from '../../components/values/DateTime';
import { Money } from '../../components/values/Money';
import { WalletName } from './WalletName';

const REFRESH_MS = 20_000;

/** What each account of a book holds now; they sum to zero. */
export function TrialBalance({ merchantId }: { readonly merchantId: string }) {
  const { t } = useTranslation('books');
  const accountName = useAccountName();
  const query = useResource(
    '/v1/review/books/{merchantId}',
    { path: { merchantId } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  const book = query.data;
  return (
    <Section title={t('balance')} description={t('balanceHint')}>
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {book === undefined ? (
        query.isError ? null : (
          <Skeleton h={120} />
        )
      ) : (
        <>
          <DataTable
            caption={t('balance')}
            rows={book.accounts}
            rowKey={({ account, wallet_id }) => `${wallet_id ?? ''} ${account}`}
            columns={[
              { key: 'account', header: t('column.account'), cell: ({ account }) => accountName(account) },
              {
                key: 'wallet',
                header: t('column.wallet'),
                cell: ({ wallet_id }) => <WalletName id={wallet_id} />,
              },
              {
                key: 'balance',
                header: t('column.balance'),
                align: 'right',
                cell: ({ balance }) => <Money cents={balance} />,
                keepTogether: true,
              },
            ]}
          />
          <Group justify="space-between">
            <Text size="sm" fw={600}>
              {t('sum')}: <Money cents={book.accounts.reduce((sum, { balance }) => sum + balance, 0)} />
            </Text>
            <Text size="xs" c="dimmed">
              <DateTime at={book.as_of} />
            </Text>
          </Group>
        </>
      )}
    </Section>
  );
}
