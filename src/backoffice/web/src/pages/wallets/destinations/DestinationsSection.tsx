import { Badge, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useList } from '../../../api/use-api';
import { TextLink } from '../../../components/links';
import { ListTable } from '../../../components/lists/ListPage';
import { useDestinationName } from '../../../components/money/use-destination-name';
import { Section } from '../../../components/Section';
import { usePolling } from '../../../components/use-polling';
import { DateTime } from '../../../components/values/DateTime';
import { StatusBadge } from '../../../components/values/StatusBadge';

const REFRESH_MS = 20_000;
const LIMIT = 10;

/** Where a wallet's money may go; its merchant alone says where. */
export function DestinationsSection({ wallet }: { readonly wallet: Schema<'OperatorWalletResponse'> }) {
  const { t } = useTranslation(['wallets', 'money']);
  const [page, setPage] = useState(1);
  const nameOf = useDestinationName();
  const query = useList(
    '/v1/review/wallets/{id}/destinations',
    { path: { id: wallet.id }, query: { page, limit: LIMIT } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <Section
      title={t('destination.title')}
      description={t('destination.hint')}
      aside={
        <TextLink to="/withdrawals" search={{ tab: 'all', wallet_id: wallet.id }} size="sm">
          {t('destination.withdrawals')}
        </TextLink>
      }
    >
      <ListTable
        caption={t('destination.title')}
        empty={t('destination.none')}
        filters={{ isActive: false, goTo: setPage }}
        query={query}
        rowKey={({ id }) => id}
        skeletonRows={1}
        columns={[
          {
            key: 'name',
            header: t('destination.column.name'),
            cell: (destination) => (
              <Group gap={6}>
                <Text size="sm">{nameOf(destination)}</Text>
                {destination.is_default ? <Badge variant="outline">{t('destination.default')}</Badge> : null}
              </Group>
            ),
          },
          {
            key: 'status',
            header: t('column.status'),
            cell: ({ status }) => <StatusBadge of="destination" status={status} />,
          },
          {
            key: 'reason',
            header: t('destination.column.reason'),
            cell: ({ reason }) => (reason === null ? '–' : t(`money:destination.reasons.${reason}`)),
            from: 'sm',
          },
          {
            key: 'usable',
            header: t('destination.column.usable'),
            cell: ({ usable_from }) => <DateTime at={usable_from} />,
            keepTogether: true,
            from: 'md',
          },
        ]}
      />
    </Section>
  );
}
