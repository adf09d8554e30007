import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import { useList } from '../../api/use-api';
import type { Column } from '../../components/lists/DataTable';
import { FilterBar, SelectFilter } from '../../components/lists/filters';
import { ListTable } from '../../components/lists/ListPage';
import { useFilters } from '../../components/lists/use-filters';
import { QUEUE_REFRESH_MS } from '../../components/queues/QueueList';
import { Section } from '../../components/Section';
import { usePolling } from '../../components/use-polling';
import { Day } from '../../components/values/DateTime';
import { Money } from '../../components/values/Money';
import { StatusBadge } from '../../components/values/StatusBadge';
import { RESOLVED, STATUSES, TYPES } from './search';

type ComparedItem = Item<'/v1/review/reconciliations/{id}/items'>;

const route = getRouteApi('/shell/reconciliation/$id');
const LIMIT = 50;

/** What of a day was compared, differences first: our side and the provider's next to each other. */
export function ItemsSection({ dayId }: { readonly dayId: string }) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const filters = useFilters(route.useSearch());
  const { values, set, page } = filters;
  const query = useList(
    '/v1/review/reconciliations/{id}/items',
    { path: { id: dayId }, query: { ...values, page, limit: LIMIT } },
    { refetchInterval: usePolling(QUEUE_REFRESH_MS) },
  );
  return (
    <Section title={t('items')} description={t('itemsHint')}>
      <FilterBar filters={filters}>
        <SelectFilter
          label={t('column.status')}
          value={values.status}
          onChange={(status) => set({ status })}
          options={STATUSES.map((value) => ({ value, label: t(`common:status.${value}`) }))}
        />
        <SelectFilter
          label={t('column.type')}
          value={values.type}
          onChange={(type) => set({ type })}
          options={TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
        <SelectFilter
          label={t('filter.resolved')}
          value={values.resolved}
          onChange={(resolved) => set({ resolved })}
          options={RESOLVED.map((value) => ({ value, label: t(`filter.${value}`) }))}
        />
      </FilterBar>
      <ListTable
        caption={t('items')}
        empty={t('noItems')}
        filters={filters}
        query={query}
        columns={useItemColumns()}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/reconciliation/$id/$itemId', params: { id: dayId, itemId: id } })}
      />
    </Section>
  );
}

function useItemColumns(): readonly Column<ComparedItem>[] {
  const { t } = useTranslation('reconciliation');
  return [
    {
      key: 'type',
      header: t('column.type'),
      cell: ({ type, installment }) => (
        <>
          {t(`type.${type}`)}
          {installment === null ? '' : `, ${t('installment', { installment })}`}
        </>
      ),
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="difference" status={status} />,
      keepTogether: true,
    },
    side('ours', t('column.ours'), ({ expected }) => expected),
    side('theirs', t('column.theirs'), ({ reported }) => reported),
    {
      key: 'reference',
      header: t('column.reference'),
      cell: ({ reference }) => (
        <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {reference ?? '–'}
        </Text>
      ),
      from: 'lg',
    },
    {
      key: 'resolution',
      header: t('column.resolution'),
      cell: ({ resolution, waiting }) =>
        resolution !== null
          ? t(`resolution.${resolution}`)
          : waiting === null
            ? '–'
            : t(waiting.hindrance === null ? 'waitsForYou' : 'waitsForOther'),
      from: 'sm',
    },
  ];
}

type Side = { readonly gross: number; readonly date: string } | null;

function side(key: string, header: string, of: (item: ComparedItem) => Side): Column<ComparedItem> {
  return {
    key,
    header,
    align: 'right',
    keepTogether: true,
    cell: (item) => {
      const sums = of(item);
      if (sums === null) return '–';
      return (
        <Stack gap={0}>
          <Money cents={sums.gross} />
          <Text size="xs" c="dimmed">
            <Day date={sums.date} />
          </Text>
        </Stack>
      );
    },
  };
}
