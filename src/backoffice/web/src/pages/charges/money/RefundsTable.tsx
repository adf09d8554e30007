import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { DataTable } from '../../../components/lists/DataTable';
import { Sources } from '../../../components/money/Sources';
import { WalletLink } from '../../../components/money/WalletLink';
import { DateTime } from '../../../components/values/DateTime';
import { Money } from '../../../components/values/Money';
import { StatusBadge } from '../../../components/values/StatusBadge';

type Refund = Schema<'RefundResponse'>;

interface RefundsTableProps {
  readonly rows: readonly Refund[];
  readonly recipients: Schema<'OperatorChargeDetailResponse'>['recipients'];
}

/** What went back to the payer, and whose money that was. */
export function RefundsTable({ rows, recipients }: RefundsTableProps) {
  const { t } = useTranslation('charges');
  const names = new Map(recipients.map(({ recipient_id, name }) => [recipient_id, name]));
  return (
    <DataTable
      caption={t('section.refunds')}
      rows={rows}
      rowKey={({ id }) => id}
      empty={t('noRefunds')}
      columns={[
        { key: 'at', header: t('column.created'), cell: ({ created_at }) => <DateTime at={created_at} /> },
        {
          key: 'status',
          header: t('column.status'),
          cell: ({ status }) => <StatusBadge of="refund" status={status} />,
        },
        {
          key: 'amount',
          header: t('column.amount'),
          align: 'right',
          cell: ({ amount }) => <Money cents={amount} />,
          keepTogether: true,
        },
        {
          key: 'sources',
          header: t('refund.sources'),
          cell: ({ sources }) =>
            sources.length === 0
              ? '–'
              : byWallet(sources).map(([walletId, own]) => (
                  <div key={walletId}>
                    <WalletLink id={walletId} name={names.get(walletId)} />
                    <Sources sources={own} />
                  </div>
                )),
        },
        {
          key: 'reason',
          header: t('refund.reason'),
          cell: ({ reason }) => (reason === null ? '–' : <Text size="sm">{reason}</Text>),
          from: 'sm',
        },
      ]}
    />
  );
}

function byWallet(sources: Refund['sources']): readonly (readonly [string, Refund['sources']])[] {
  const ids = [...new Set(sources.map(({ wallet_id }) => wallet_id))];
  return ids.map((id) => [id, sources.filter(({ wallet_id }) => wallet_id === id)] as const);
}
