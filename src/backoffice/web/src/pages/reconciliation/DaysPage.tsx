import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import { useList } from '../../api/use-api';
import type { Column } from '../../components/lists/DataTable';
import { DayFilter, FilterBar, SearchFilter } from '../../components/lists/filters';
import { useFilters } from '../../components/lists/use-filters';
import { NextButton, QUEUE_REFRESH_MS, QueueList } from '../../components/queues/QueueList';
import { usePolling } from '../../components/use-polling';
import { DateTime, Day } from '../../components/values/DateTime';
import { StatusBadge } from '../../components/values/StatusBadge';
import { OpenDifferences } from './OpenDifferences';
import { ReadDay } from './ReadDay';
import { STATUSES, TAB_NAMES, TABS } from './search';
import { useNextDifference } from './use-next-difference';

const route = getRouteApi('/shell/reconciliation');
const LIMIT = 50;

/** The days of providers that were compared with the books: those with differences to resolve, behind a tab all. */
export function DaysPage() {
  const { t } = useTranslation('reconciliation');
  const filters = useFilters(route.useSearch());
  const { values, set, page } = filters;
  const { tab = 'open', ...filter } = values;
  const next = useNextDifference();
  const query = useList(
    '/v1/review/reconciliations',
    { query: { ...filter, ...TABS[tab], page, limit: LIMIT } },
    { refetchInterval: usePolling(QUEUE_REFRESH_MS) },
  );
  return (
    <QueueList
      title={t('title')}
      description={t('description')}
      actions={
        <>
          <ReadDay provider={values.provider ?? query.data?.items[0]?.provider} />
          <NextButton label={t('next')} onClick={next} />
        </>
      }
      tabs={{ label: t('tab.label'), names: TAB_NAMES, shown: tab, text: (name) => t(`tab.${name}`) }}
      filters={filters}
      bar={
        <FilterBar filters={filters}>
          <SearchFilter
            label={t('column.provider')}
            value={values.provider}
            onChange={(provider) => set({ provider })}
          />
          <DayFilter label={t('column.date')} value={values.date} onChange={(date) => set({ date })} />
        </FilterBar>
      }
      caption={t('caption')}
      empty={t(tab === 'open' ? 'noneOpen' : 'empty')}
      query={query}
      columns={useDayColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/reconciliation/$id', params: { id } })}
    />
  );
}

/** Which day of whom, whether it is read, and how many of what it has. */
function useDayColumns(): readonly Column<Item<'/v1/review/reconciliations'>>[] {
  const { t, i18n } = useTranslation(['reconciliation', 'common']);
  return [
    {
      key: 'date',
      header: t('column.date'),
      cell: ({ date }) => <Day date={date} />,
      keepTogether: true,
    },
    { key: 'provider', header: t('column.provider'), cell: ({ provider }) => provider },
    {
      key: 'open',
      header: t('column.open'),
      cell: ({ open }) => <OpenDifferences count={open} />,
      keepTogether: true,
    },
    ...STATUSES.map((status) => ({
      key: status,
      header: t(`common:status.${status}`),
      align: 'right' as const,
      cell: ({ items }: Item<'/v1/review/reconciliations'>) => items[status].toLocaleString(i18n.language),
      from: 'md' as const,
    })),
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="day" status={status} />,
      keepTogether: true,
      from: 'sm',
    },
    {
      key: 'read',
      header: t('column.read'),
      cell: ({ read_at }) => <DateTime at={read_at} />,
      keepTogether: true,
      from: 'lg',
    },
  ];
}
