import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { Money } from '../../values/Money';

/** What a wallet's accounts hold now, and what of it could leave. */
export function Balances({ balance }: { readonly balance: Schema<'BalanceResponse'> }) {
  const { t } = useTranslation(['wallets', 'money']);
  const figures = [
    [t('fact.withdrawable'), balance.withdrawable],
    [t('money:account.available'), balance.available],
    [t('money:account.waiting_funds'), balance.waiting_funds],
    [t('money:account.in_transit'), balance.in_transit],
    [t('money:account.blocked'), balance.blocked],
    [t('money:account.reserve'), balance.reserve],
    [t('money:account.debt'), balance.debt],
  ] as const;
  return (
    <SimpleGrid
      component="dl"
      cols={{ base: 2, sm: 3, lg: 7 }}
      spacing="sm"
      m={0}
      aria-label={t('section.balance')}
    >
      {figures.map(([name, cents]) => (
        <Paper key={name} p="sm">
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} fz="lg" fw={600}>
            <Money cents={cents} />
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
