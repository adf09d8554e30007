import { Alert, Button, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { Icon } from '../../components/Icon';
import { SelectFilter } from '../../components/lists/filters';
import { useFilters } from '../../components/lists/use-filters';
import { QueueFilters } from '../../components/queues/QueueFilters';
import { NextButton, QUEUE_PAGE, QUEUE_REFRESH_MS, QueueList } from '../../components/queues/QueueList';
import { usePolling } from '../../components/use-polling';
import { useWithdrawalColumns } from './columns';
import { SOURCES, TAB_NAMES, TABS } from './search';
import { useNextWithdrawal } from './use-next-withdrawal';

const route = getRouteApi('/shell/withdrawals');

/** Money that leaves, as a queue: the oldest first, what waits for an operator on top. */
export function WithdrawalsPage() {
  const { t } = useTranslation('withdrawals');
  const filters = useFilters(route.useSearch());
  const { tab = 'review', ...filter } = filters.values;
  const next = useNextWithdrawal();
  const query = useList(
    '/v1/review/withdrawals',
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
            label={t('column.source')}
            value={filters.values.source}
            onChange={(source) => filters.set({ source })}
            options={SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))}
          />
        </QueueFilters>
      }
      caption={t('caption')}
      empty={t('empty')}
      query={query}
      columns={useWithdrawalColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/withdrawals/$id', params: { id } })}
    >
      <Unanswered isShown={tab !== 'unanswered'} show={() => filters.set({ tab: 'unanswered' })} />
    </QueueList>
  );
}

/** Above every other tab: money whose whereabouts nobody knows. */
function Unanswered({ isShown, show }: { readonly isShown: boolean; readonly show: () => void }) {
  const { t } = useTranslation('withdrawals');
  const query = useList(
    '/v1/review/withdrawals',
    { query: { attention: 'unanswered', limit: 1 } },
    { refetchInterval: usePolling(QUEUE_REFRESH_MS) },
  );
  const count = query.data?.pagination.total ?? 0;
  if (!isShown || count === 0) return null;
  return (
    <Alert
      role="status"
      color="red"
      variant="light"
      mb="md"
      icon={<Icon name="alert" />}
      title={t('unanswered.title', { count })}
    >
      <Text size="sm" mb="xs">
        {t('unanswered.text')}
      </Text>
      <Button size="compact-xs" variant="default" onClick={show}>
        {t('unanswered.show')}
      </Button>
    </Alert>
  );
}
