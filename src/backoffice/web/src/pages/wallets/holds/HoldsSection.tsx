import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item, Schema } from '../../../api/types';
import { useList } from '../../../api/use-api';
import type { Column } from '../../../components/lists/DataTable';
import { ListTable } from '../../../components/lists/ListPage';
import { Section } from '../../../components/Section';
import { usePolling } from '../../../components/use-polling';
import { DateTime, Day } from '../../../components/values/DateTime';
import { formatReais, Money } from '../../../components/values/Money';
import { StatusBadge } from '../../../components/values/StatusBadge';
import { useAbilities } from '../../../session/session';
import { ReleaseDialog } from './ReleaseDialog';

type Hold = Item<'/v1/review/wallets/{id}/holds'>;

const REFRESH_MS = 20_000;
const LIMIT = 10;

/** What operators hold of a wallet, and held; who moves money releases it here. */
export function HoldsSection({ wallet }: { readonly wallet: Schema<'OperatorWalletResponse'> }) {
  const { t } = useTranslation('wallets');
  const [page, setPage] = useState(1);
  const [released, setReleased] = useState<Hold | null>(null);
  const query = useList(
    '/v1/review/wallets/{id}/holds',
    { path: { id: wallet.id }, query: { page, limit: LIMIT } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <Section title={t('hold.title')} description={t('hold.hint')}>
      <ListTable
        caption={t('hold.title')}
        empty={t('hold.none')}
        filters={{ isActive: false, goTo: setPage }}
        query={query}
        columns={useHoldColumns(setReleased)}
        rowKey={({ id }) => id}
        skeletonRows={1}
      />
      {released === null ? null : <ReleaseDialog hold={released} onClose={() => setReleased(null)} />}
    </Section>
  );
}

function useHoldColumns(release: (hold: Hold) => void): readonly Column<Hold>[] {
  const { t, i18n } = useTranslation('wallets');
  const { mayMoveMoney } = useAbilities();
  const columns: Column<Hold>[] = [
    {
      key: 'amount',
      header: t('hold.column.amount'),
      cell: ({ amount }) => <Money cents={amount} />,
      keepTogether: true,
    },
    {
      key: 'status',
      header: t('hold.column.status'),
      cell: ({ status }) => <StatusBadge of="hold" status={status} />,
    },
    { key: 'reason', header: t('hold.column.reason'), cell: ({ reason }) => <bdi>{reason}</bdi> },
    {
      key: 'until',
      header: t('hold.column.release'),
      cell: ({ release_date, released_at }) =>
        released_at !== null ? (
          <DateTime at={released_at} />
        ) : release_date === null ? (
          t('hold.untilReleased')
        ) : (
          <Day date={release_date} />
        ),
    },
    {
      key: 'placed',
      header: t('hold.column.placed'),
      cell: ({ created_at }) => <DateTime at={created_at} />,
      keepTogether: true,
      from: 'md',
    },
    { key: 'by', header: t('hold.column.by'), cell: ({ created_by }) => created_by, from: 'lg' },
  ];
  if (!mayMoveMoney) return columns;
  const action: Column<Hold> = {
    key: 'release',
    header: t('hold.column.action'),
    align: 'right',
    cell: (hold) =>
      hold.status === 'held' ? (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('hold.releaseOf', { amount: formatReais(hold.amount / 100, i18n.language) })}
          onClick={() => release(hold)}
        >
          {t('hold.release')}
        </Button>
      ) : null,
  };
  return [...columns, action];
}
