import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { DataTable } from '../../components/lists/DataTable';
import { useAccountName } from '../../components/money/use-account-name';
import { Money } from '../../components/values/Money';
import { WalletName } from './WalletName';

type Line = Schema<'TransactionLineResponse'>;

/** What was debited at the left, what was credited at the right, each with its sum; one below the other where it is narrow. */
export function TAccount({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Side side="debit" lines={lines.filter(({ amount }) => amount < 0)} />
      <Side side="credit" lines={lines.filter(({ amount }) => amount > 0)} />
    </SimpleGrid>
  );
}

function Side({ side, lines }: { readonly side: 'debit' | 'credit'; readonly lines: readonly Line[] }) {
  const { t } = useTranslation(['books', 'money']);
  const accountName = useAccountName();
  const title = t(`money:direction.${side}`);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <DataTable
        caption={title}
        rows={lines}
        rowKey={({ account, wallet_id, amount }) => `${wallet_id ?? ''} ${account} ${amount}`}
        columns={[
          { key: 'account', header: t('column.account'), cell: ({ account }) => accountName(account) },
          {
            key: 'wallet',
            header: t('column.wallet'),
            cell: ({ wallet_id }) => <WalletName id={wallet_id} />,
          },
          {
            key: 'amount',
            header: t('column.amount'),
            align: 'right',
            cell: ({ amount }) => <Money cents={Math.abs(amount)} />,
            keepTogether: true,
          },
        ]}
      />
      <Group justify="flex-end">
        <Text size="sm" fw={600}>
          {t('total')}: <Money cents={Math.abs(lines.reduce((sum, { amount }) => sum + amount, 0))} />
        </Text>
      </Group>
    </Stack>
  );
}
