import { Alert, Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { Icon } from '../../components/Icon';
import { ListPage } from '../../components/lists/ListPage';
import { useFilters } from '../../components/lists/use-filters';
import { usePolling } from '../../components/use-polling';
import { useAbilities } from '../../session/session';
import { useShortcut } from '../../shortcuts/use-shortcut';
import { useQueueColumns } from './columns';
import { QueueFilters } from './QueueFilters';
import { useTakeNext } from '../../components/use-take-next';

const route = getRouteApi('/shell/queue');
const REFRESH_MS = 20_000;

/** What waits for a decision, the oldest first. */
export function QueuePage() {
  const { t } = useTranslation('queue');
  const filters = useFilters(route.useSearch());
  const { page: _page, assignee: _assignee, ...filter } = filters.values;
  const { mayDecide } = useAbilities();
  const next = useTakeNext(filter);
  useShortcut('n', t('takeNext'), next.take, { enabled: mayDecide && !next.isPending });
  const query = useList(
    '/v1/review/submerchants',
    { query: { ...filters.values, page: filters.page, limit: 50 } },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  return (
    <ListPage
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
      bar={
        <div>
          <QueueFilters filters={filters} />
          <ErrorAlert error={next.error} />
          <div role="status">
            {next.foundNone ? (
              <Alert color="gray" variant="light" mt="xs" icon={<Icon name="check" />}>
                {t('noneFree')}
              </Alert>
            ) : null}
          </div>
        </div>
      }
      caption={t('caption')}
      empty={t('empty')}
      filters={filters}
      query={query}
      columns={useQueueColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/cases/$id', params: { id } })}
    />
  );
}
