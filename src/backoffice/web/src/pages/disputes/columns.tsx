import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import type { Column } from '../../components/lists/DataTable';
import { DateTime } from '../../components/values/DateTime';
import { DueLabel } from '../../components/values/DueLabel';
import { Money } from '../../components/values/Money';
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
      cell: ({ status }) => <StatusBadge status={status} />,
      keepTogether: true,
    },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'right',
      cell: ({ amount }) => <Money cents={amount} />,
      keepTogether: true,
    },
    {
      key: 'kind',
      header: t('column.kind'),
      cell: ({ kind }) => t(`money:disputeKind.${kind}`),
      from: 'sm',
    },
    {
      key: 'merchant',
      header: t('column.merchant'),
      cell: ({ merchant_name, merchant_mode }) => (
        <Group gap={6}>
          <Text size="sm">
            <bdi>{merchant_name}</bdi>
          </Text>
          <StatusBadge status={merchant_mode} />
        </Group>
      ),
      from: 'md',
    },
  ];
}
