import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { valuesOf } from '../../../app/search';
import type { Column } from '../../lists/DataTable';
import { Day } from '../../values/DateTime';
import { Money } from '../../values/Money';
import { StatusBadge } from '../../values/StatusBadge';

type Wallet = Schema<'OperatorWalletResponse'>;
/** What operators and merchants see alike. */
type AnyWallet = Pick<Wallet, 'owner' | 'status' | 'balance' | 'next_settlement'>;

export const WALLET_STATUSES = valuesOf<Wallet['status']>({ active: true, frozen: true });

/** Whose it is, whether money may leave it, and what it holds. */
export function useWalletColumns(): readonly Column<AnyWallet>[] {
  const { t } = useTranslation(['wallets', 'money']);
  const money = (
    key: 'available' | 'waiting_funds' | 'blocked' | 'reserve' | 'debt',
    from?: 'sm' | 'lg',
  ) => ({
    key,
    header: t(`money:account.${key}`),
    align: 'right' as const,
    keepTogether: true,
    ...(from === undefined ? {} : { from }),
    cell: ({ balance }: AnyWallet) => <Money cents={balance[key]} />,
  });
  return [
    { key: 'owner', header: t('column.owner'), cell: (row) => <Owner {...row.owner} /> },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="wallet" status={status} />,
      keepTogether: true,
    },
    money('available'),
    money('waiting_funds', 'sm'),
    money('blocked', 'lg'),
    money('reserve', 'lg'),
    money('debt', 'sm'),
    {
      key: 'next',
      header: t('fact.nextSettlement'),
      cell: ({ next_settlement: next }) => <Day date={next?.due_date} />,
      keepTogether: true,
      from: 'lg',
    },
  ];
}

function Owner({ name, type, tax_id }: Wallet['owner']) {
  const { t } = useTranslation('wallets');
  return (
    <>
      <Text size="sm" fw={500}>
        <bdi>{name}</bdi>
      </Text>
      <Text size="xs" c="dimmed">
        {t(`owner.${type}`)}
        {tax_id === null ? null : ` · ${tax_id}`}
      </Text>
    </>
  );
}
