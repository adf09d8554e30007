import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import type { Column } from '../../components/lists/DataTable';
import { DateTime } from '../../components/values/DateTime';
import { Money } from '../../components/values/Money';
import { StatusBadge } from '../../components/values/StatusBadge';

export function useChargeColumns(): readonly Column<Schema<'OperatorChargeResponse'>>[] {
  const { t } = useTranslation('charges');
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
      cell: ({ status, attention }) => (
        <>
          <StatusBadge of="charge" status={status} />
          {attention === null ? null : (
            <Text size="xs" c="red">
              {t(`attention.${attention}`)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'amount',
      header: t('column.amount'),
      align: 'right',
      cell: ({ total_amount }) => <Money cents={total_amount} />,
      keepTogether: true,
    },
    {
      key: 'method',
      header: t('column.method'),
      cell: ({ payment_method }) => t(`method.${payment_method}`),
      from: 'sm',
    },
    {
      key: 'customer',
      header: t('column.customer'),
      cell: ({ customer }) => <bdi>{customer.name}</bdi>,
      from: 'md',
    },
    {
      key: 'merchant',
      header: t('column.merchant'),
      cell: ({ merchant_name, submerchant_name }) => (
        <>
          <bdi>{merchant_name}</bdi>
          {submerchant_name === null ? null : (
            <Text size="xs" c="dimmed">
              {submerchant_name}
            </Text>
          )}
        </>
      ),
      from: 'sm',
    },
    {
      key: 'external',
      header: t('column.external'),
      cell: ({ external_id }) => external_id ?? '–',
      from: 'lg',
    },
  ];
}
