import { Group, Text } from '@mantine/core';
import type { Column } from '../lists/DataTable';
import { Money } from '../values/Money';
import { StatusBadge } from '../values/StatusBadge';

interface OfMerchant {
  readonly merchant_name: string;
  readonly merchant_mode: string;
}

/** Whose it is, and whether real money is about. */
export function merchantColumn<T extends OfMerchant>(header: string): Column<T> {
  return {
    key: 'merchant',
    header,
    cell: ({ merchant_name, merchant_mode }) => (
      <Group gap={6}>
        <Text size="sm">
          <bdi>{merchant_name}</bdi>
        </Text>
        <StatusBadge of="merchant" status={merchant_mode} />
      </Group>
    ),
    from: 'md',
  };
}

export function moneyColumn<T>(
  key: string,
  header: string,
  cents: (row: T) => number | null | undefined,
  from?: 'sm' | 'md' | 'lg',
): Column<T> {
  return {
    key,
    header,
    align: 'right',
    cell: (row) => <Money cents={cents(row)} />,
    keepTogether: true,
    ...(from === undefined ? {} : { from }),
  };
}
