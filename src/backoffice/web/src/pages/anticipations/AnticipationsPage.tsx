import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { useFilters } from '../../components/lists/use-filters';
import { QueueFilters } from '../../components/queues/QueueFilters';
import { NextButton, QUEUE_PAGE, QUEUE_REFRESH_MS, QueueList } from '../../components/queues/QueueList';
import { usePolling } from '../../components/use-polling';
import { useAnticipationColumns } from './columns';
import { TAB_NAMES, TABS } from './search';
import { useNextAnticipation } from './use-next-anticipation';

const route = getRouteApi('/shell/anticipations');

/** Receivables that are wanted before their day, as a queue: the oldest first, what waits for an operator on top. */
export function AnticipationsPage() {
  const { t } = useTranslation('anticipations');
  const filters = useFilters(route.useSearch());
  const { tab = 'pending', ...filter } = filters.values;
  const next = useNextAnticipation();
  const query = useList(
    '/v1/review/anticipations',
    { query: { ...filter, ...TABS[tab], ...QUEUE_PAGE, page: filters.page } },
    { refetchInterval: usePolling(QUEUE_REFRESH_MS) },
  );
  return (
    <QueueList
      title={t('title')}
      description={t('description')}
      actions={<NextButton label={t('next')} onClick={next} />}
      tabs={{ label: t('tab.label'), names: TAB_NAMES, shown: tab, text: (name) => t(`tab.${name}`) }}
      filters={filters}
      bar={<QueueFilters filters={filters} searchHint={t('searchHint')} />}
      caption={t('caption')}
      empty={t('empty')}
      query={query}
      columns={useAnticipationColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/anticipations/$id', params: { id } })}
    />
  );
}
