import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { useList } from '../../../api/use-api';
import { ErrorAlert } from '../../../components/ErrorAlert';
import { DataTable } from '../../../components/lists/DataTable';
import { useAccountName } from '../../../components/money/use-account-name';
import { Section } from '../../../components/Section';
import { usePolling } from '../../../components/use-polling';
import { DateTime } from '../../../components/values/DateTime';
import { Money } from '../../../components/values/Money';
import { useAbilities } from '../../../session/session';
import { ConfirmRequestDialog } from './ConfirmRequestDialog';

type MoneyRequest = Item<'/v1/review/money-requests'>;

interface MoneyRequestsProps {
  /** Undefined: of all merchants. */
  readonly merchantId: string | undefined;
  /** Of the reversal of one transaction alone. */
  readonly transactionId?: string;
}

const REFRESH_MS = 20_000;
const LIMIT = 100;

/** What one operator asked for and another has to confirm; nothing is shown while nothing waits. */
export function MoneyRequests({ merchantId, transactionId }: MoneyRequestsProps) {
  const { t } = useTranslation('books');
  const accountName = useAccountName();
  const { mayMoveMoney } = useAbilities();
  const [confirmed, setConfirmed] = useState<MoneyRequest | null>(null);
  const query = useList(
    '/v1/review/money-requests',
    {
      query: {
        status: 'waiting',
        limit: LIMIT,
        ...(merchantId === undefined ? {} : { merchant_id: merchantId }),
      },
    },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  if (query.isError) return <ErrorAlert error={query.error} retry={() => void query.refetch()} />;
  const rows = (query.data?.items ?? []).filter(
    ({ transaction_id }) => transactionId === undefined || transaction_id === transactionId,
  );
  if (rows.length === 0) return null;
  const what = ({ action, debit, credit }: MoneyRequest): string =>
    t(`request.${action}`, { debit: accountName(debit ?? ''), credit: accountName(credit ?? '') });
  return (
    <Section title={t('requests')} description={t('requestsHint')}>
      <DataTable
        caption={t('requests')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { key: 'what', header: t('column.what'), cell: what },
          {
            key: 'amount',
            header: t('column.amount'),
            align: 'right',
            cell: ({ amount }) => <Money cents={amount} />,
            keepTogether: true,
          },
          { key: 'reason', header: t('column.reason'), cell: ({ reason }) => <bdi>{reason}</bdi> },
          { key: 'asked', header: t('column.asked'), cell: ({ requested_by }) => requested_by, from: 'sm' },
          {
            key: 'expires',
            header: t('column.expires'),
            cell: ({ expires_at }) => <DateTime at={expires_at} />,
            from: 'sm',
          },
          {
            key: 'action',
            header: t('column.action'),
            align: 'right',
            cell: (request) =>
              !mayMoveMoney ? (
                '–'
              ) : request.hindrance === null ? (
                <Button size="compact-xs" variant="default" onClick={() => setConfirmed(request)}>
                  {t('confirm')}
                </Button>
              ) : (
                <Text size="xs">{t(`hindrance.${request.hindrance}`)}</Text>
              ),
          },
        ]}
      />
      {confirmed === null ? null : (
        <ConfirmRequestDialog request={confirmed} what={what(confirmed)} onClose={() => setConfirmed(null)} />
      )}
    </Section>
  );
}
