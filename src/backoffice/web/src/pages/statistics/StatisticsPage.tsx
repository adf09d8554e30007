import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import '@mantine/charts/styles.css';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { FilterBar, PeriodFilter } from '../../components/lists/filters';
import { Page } from '../../components/Page';
import { useFilters } from '../../components/lists/use-filters';
import { usePolling } from '../../components/use-polling';
import { DecisionsByDay } from './DecisionsByDay';
import { QueueByAge } from './QueueByAge';
import { Figures } from './Figures';
import { TopReasons } from './TopReasons';

const route = getRouteApi('/shell/statistics');
const REFRESH_MS = 60_000;

/** How much waits, what was decided and how long that took: as charts, as tables, and as CSV. */
export function StatisticsPage() {
  const { t } = useTranslation(['statistics', 'common']);
  const filters = useFilters(route.useSearch());
  const query = useResource(
    '/v1/review/stats',
    { query: filters.values },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <Page title={t('title')} description={t('description')}>
      <FilterBar filters={filters}>
        <PeriodFilter filters={filters} />
      </FilterBar>
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {query.data === undefined ? query.isError ? null : <Loading /> : <Content statistics={query.data} />}
    </Page>
  );
}

function Content({ statistics }: { readonly statistics: Schema<'StatisticsResponse'> }) {
  const { decisions, queue, top_reasons } = statistics;
  return (
    <Stack gap="md">
      <Figures statistics={statistics} />
      <DecisionsByDay days={decisions} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <QueueByAge groups={queue.by_age} />
        <TopReasons reasons={top_reasons} />
      </SimpleGrid>
    </Stack>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <Stack gap="md" aria-busy>
      <span className="visually-hidden">{t('list.loading')}</span>
      <Skeleton h={84} />
      <Skeleton h={340} />
    </Stack>
  );
}
