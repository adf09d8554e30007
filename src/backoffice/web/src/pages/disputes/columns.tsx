import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import type { Column } from '../../components/lists/DataTable';
import { merchantColumn, moneyColumn } from '../../components/queues/columns';
import { DateTime } from '../../components/values/DateTime';
import { DueLabel } from '../../components/values/DueLabel';
import { StatusBadge } from '../../components/values/StatusBadge';

type Dispute = Item<'/v1/review/disputes'>;

/** Since when, until when, how much, and whose. */
export function useDisputeColumns(): readonly Column<Dispute>[] {
  const { t } = useTranslation(['disputes', 'money']);
  return [
    {
      key: 'opened',
      header: t('column.opened'),
      cell: ({ opened_at }) => <DateTime at={opened_at} />,
      keepTogether: true,
    },
    {
      key: 'respondBy',
      header: t('column.respondBy'),
      // Once it is answered nothing is due any more.
      cell: ({ status, respond_by }) =>
        status === 'open' && respond_by !== null ? <DueLabel at={respond_by} /> : '–',
      keepTogether: true,
      from: 'sm',
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="dispute" status={status} />,
      keepTogether: true,
    },
    moneyColumn('amount', t('column.amount'), ({ amount }) => amount),
    {
      key: 'kind',
      header: t('column.kind'),
      cell: ({ kind }) => t(`money:disputeKind.${kind}`),
      from: 'sm',
    },
    merchantColumn(t('column.merchant')),
  ];
}
