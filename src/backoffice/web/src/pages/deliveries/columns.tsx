import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import type { Column } from '../../components/lists/DataTable';
import { DateTime } from '../../components/values/DateTime';
import { StatusBadge } from '../../components/values/StatusBadge';

export function useDeliveryColumns(): readonly Column<Schema<'OperatorDeliveryResponse'>>[] {
  const { t } = useTranslation('deliveries');
  return [
    {
      key: 'created',
      header: t('column.created'),
      cell: ({ created_at }) => <DateTime at={created_at} />,
      keepTogether: true,
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="delivery" status={status} />,
    },
    { key: 'event', header: t('column.event'), cell: ({ event }) => event },
    {
      key: 'endpoint',
      header: t('column.endpoint'),
      cell: ({ endpoint_url, merchant_name }) => (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {endpoint_url}
          </Text>
          <Text size="xs" c="dimmed">
            {merchant_name}
          </Text>
        </>
      ),
      from: 'sm',
    },
    {
      key: 'attempts',
      header: t('column.attempts'),
      align: 'right',
      cell: ({ attempt_count }) => attempt_count,
      from: 'sm',
    },
    {
      key: 'next',
      header: t('column.next'),
      cell: ({ next_attempt_at }) => <DateTime at={next_attempt_at} show="age" />,
      from: 'lg',
      keepTogether: true,
    },
  ];
}
