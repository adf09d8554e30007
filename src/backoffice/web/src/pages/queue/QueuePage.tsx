import { Alert, Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Icon } from '../../components/Icon';
import { useFilters } from '../../components/lists/use-filters';
import { QUEUE_REFRESH_MS, QueueList } from '../../components/queues/QueueList';
import { usePolling } from '../../components/use-polling';
import { useAbilities } from '../../session/session';
import { useShortcut } from '../../shortcuts/use-shortcut';
import { useQueueColumns } from './columns';
import { QueueFilters } from './QueueFilters';
import { ASKED, SORTS, TABS } from './search';
import { useTakeNext } from '../../components/use-take-next';

const route = getRouteApi('/shell/queue');

/** What waits for a decision, the oldest first. */
export function QueuePage() {
  const { t } = useTranslation('queue');
  const filters = useFilters(route.useSearch());
  const { page: _page, tab = 'all', sort, ...filter } = filters.values;
  const { mayDecide } = useAbilities();
  const next = useTakeNext(filter);
  useShortcut('n', t('takeNext'), next.take, { enabled: mayDecide && !next.isPending });
  const query = useList(
    '/v1/review/submerchants',
    { query: { ...filter, ...ASKED[tab], sort, page: filters.page, limit: 50 } },
    { refetchInterval: usePolling(QUEUE_REFRESH_MS) },
  );
  return (
    <QueueList
      title={t('title')}
      description={t('description')}
      actions={
        mayDecide ? (
          <Button
            onClick={next.take}
            loading={next.isPending}
            rightSection={<Icon name="arrowRight" size={16} />}
          >
            {t('takeNext')}
          </Button>
        ) : undefined
      }
      tabs={{ label: t('tabs'), names: TABS, shown: tab, text: (name) => t(`tab.${name}`) }}
      bar={<QueueFilters filters={filters} />}
      caption={t('caption')}
      empty={t('empty')}
      filters={filters}
      query={query}
      columns={useQueueColumns()}
      sorting={{
        by: sort,
        sort: (by) => filters.set({ sort: SORTS.find((one) => one === by) }),
      }}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/cases/$id', params: { id } })}
    >
      <ErrorAlert error={next.error} />
      <div role="status">
        {next.foundNone ? (
          <Alert color="gray" variant="light" icon={<Icon name="check" />}>
            {t('noneFree')}
          </Alert>
        ) : null}
      </div>
    </QueueList>
  );
}
