import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import type { Column } from '../../components/lists/DataTable';
import { merchantColumn, moneyColumn } from '../../components/queues/columns';
import { DateTime, Day } from '../../components/values/DateTime';
import { StatusBadge } from '../../components/values/StatusBadge';

type Anticipation = Item<'/v1/review/anticipations'>;

/** Since when, how much of it is paid to whom, what that costs, and on which day. */
export function useAnticipationColumns(): readonly Column<Anticipation>[] {
  const { t } = useTranslation('anticipations');
  return [
    {
      key: 'created',
      header: t('column.created'),
      cell: ({ created_at }) => <DateTime at={created_at} />,
      keepTogether: true,
    },
    moneyColumn('payout', t('column.payout'), ({ payout }) => payout),
    moneyColumn('fee', t('column.fee'), ({ fee }) => fee, 'md'),
    {
      key: 'owner',
      header: t('column.owner'),
      cell: ({ wallet_name }) => <bdi>{wallet_name}</bdi>,
      from: 'sm',
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="anticipation" status={status} text={t(`status.${status}`)} />,
      keepTogether: true,
    },
    {
      key: 'paymentDate',
      header: t('column.paymentDate'),
      cell: ({ payment_date }) => <Day date={payment_date} />,
      keepTogether: true,
      from: 'sm',
    },
    {
      key: 'count',
      header: t('column.count'),
      align: 'right',
      cell: ({ count }) => count,
      from: 'lg',
    },
    merchantColumn(t('column.merchant')),
  ];
}
