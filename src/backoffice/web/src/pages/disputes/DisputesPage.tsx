import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { SelectFilter } from '../../components/lists/filters';
import { useFilters } from '../../components/lists/use-filters';
import { QueueFilters } from '../../components/queues/QueueFilters';
import { NextButton, QUEUE_PAGE, QUEUE_REFRESH_MS, QueueList } from '../../components/queues/QueueList';
import { usePolling } from '../../components/use-polling';
import { useDisputeColumns } from './columns';
import { KINDS, TAB_NAMES, TABS } from './search';
import { useNextDispute } from './use-next-dispute';

const route = getRouteApi('/shell/disputes');

/** What payers want back, as a queue: the oldest first, what nobody has answered on top. */
export function DisputesPage() {
  const { t } = useTranslation(['disputes', 'money']);
  const filters = useFilters(route.useSearch());
  const { tab = 'open', ...filter } = filters.values;
  const next = useNextDispute();
  const query = useList(
    '/v1/review/disputes',
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
      bar={
        <QueueFilters filters={filters} searchHint={t('searchHint')}>
          <SelectFilter
            label={t('column.kind')}
            value={filters.values.kind}
            onChange={(kind) => filters.set({ kind })}
            options={KINDS.map((value) => ({ value, label: t(`money:disputeKind.${value}`) }))}
          />
        </QueueFilters>
      }
      caption={t('caption')}
      empty={t('empty')}
      query={query}
      columns={useDisputeColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/disputes/$id', params: { id } })}
    />
  );
}
