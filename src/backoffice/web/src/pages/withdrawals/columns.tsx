import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import type { Column } from '../../components/lists/DataTable';
import { merchantColumn, moneyColumn } from '../../components/queues/columns';
import { DateTime } from '../../components/values/DateTime';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useWaitsFor } from './use-waits-for';

type Withdrawal = Item<'/v1/review/withdrawals'>;

/** Since when, how much, to whom, and whom it waits for and why. */
export function useWithdrawalColumns(): readonly Column<Withdrawal>[] {
  const { t } = useTranslation('withdrawals');
  const waitsFor = useWaitsFor();
  return [
    {
      key: 'created',
      header: t('column.created'),
      cell: ({ created_at }) => <DateTime at={created_at} />,
      keepTogether: true,
      from: 'sm',
    },
    moneyColumn('amount', t('column.amount'), ({ amount }) => amount),
    {
      key: 'owner',
      header: t('column.owner'),
      cell: ({ wallet_name }) => <bdi>{wallet_name}</bdi>,
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="withdrawal" status={status} />,
      keepTogether: true,
    },
    {
      key: 'waits',
      header: t('column.waits'),
      cell: (withdrawal) => {
        const whom = waitsFor(withdrawal);
        if (whom === null) return withdrawal.failure === null ? '–' : t(`failure.${withdrawal.failure.code}`);
        return (
          <Stack gap={0}>
            <Text size="sm">{whom}</Text>
            {withdrawal.findings.map((finding) => (
              <Text key={finding} size="xs" c="dimmed">
                {t(`finding.${finding}`)}
              </Text>
            ))}
          </Stack>
        );
      },
      from: 'sm',
    },
    merchantColumn(t('column.merchant')),
    {
      key: 'source',
      header: t('column.source'),
      cell: ({ source }) => t(`source.${source}`),
      from: 'lg',
    },
  ];
}
