import { Alert, Button, Stack, Tabs, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { Icon } from '../../components/Icon';
import { FilterBar, PeriodFilter, SearchFilter, SelectFilter } from '../../components/lists/filters';
import { ListTable } from '../../components/lists/ListPage';
import { MerchantFilter } from '../../components/lists/MerchantFilter';
import { type Filters, useFilters } from '../../components/lists/use-filters';
import { Page } from '../../components/Page';
import { usePolling } from '../../components/use-polling';
import { useWithdrawalColumns } from './columns';
import { SOURCES, type Tab, TAB_NAMES, TABS, type WithdrawalsSearch } from './search';
import { useNextWithdrawal } from './use-next-withdrawal';

const route = getRouteApi('/shell/withdrawals');
const REFRESH_MS = 20_000;
const USUAL_TAB: Tab = 'review';

/** Money that leaves, as a queue: the oldest first, what waits for an operator on top. */
export function WithdrawalsPage() {
  const { t } = useTranslation('withdrawals');
  const filters = useFilters(route.useSearch());
  const { tab = USUAL_TAB, ...filter } = filters.values;
  const next = useNextWithdrawal();
  const query = useList(
    '/v1/review/withdrawals',
    {
      query: {
        ...filter,
        ...TABS[tab],
        page: filters.page,
        limit: 50,
        time_zone: 'America/Sao_Paulo',
      },
    },
    { refetchInterval: usePolling(REFRESH_MS) },
  );
  const total = query.data?.pagination.total;
  return (
    <Page
      title={t('title')}
      aside={total === undefined ? null : <Text c="dimmed">{total}</Text>}
      description={t('description')}
      actions={
        <Button onClick={next} rightSection={<Icon name="arrowRight" size={16} />}>
          {t('next')}
        </Button>
      }
    >
      <Unanswered isShown={tab !== 'unanswered'} show={() => filters.set({ tab: 'unanswered' })} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) =>
          filters.set({ tab: TAB_NAMES.find((name) => name === chosen && name !== USUAL_TAB) })
        }
      >
        <Tabs.List mb="md" aria-label={t('tab.label')}>
          {TAB_NAMES.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Stack gap="md">
            <WithdrawalFilters filters={filters} />
            <ListTable
              caption={t('caption')}
              empty={t('empty')}
              filters={filters}
              query={query}
              columns={useWithdrawalColumns()}
              rowKey={({ id }) => id}
              rowLink={({ id }) => ({ to: '/withdrawals/$id', params: { id } })}
            />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** Above every other tab: money whose whereabouts nobody knows. */
function Unanswered({ isShown, show }: { readonly isShown: boolean; readonly show: () => void }) {
  const { t } = useTranslation('withdrawals');
  const query = useList(
    '/v1/review/withdrawals',
    { query: { attention: 'unanswered', limit: 1 } },
    { refetchInterval: usePolling(REFRESH_MS) },
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

function WithdrawalFilters({ filters }: { readonly filters: Filters<WithdrawalsSearch> }) {
  const { t } = useTranslation('withdrawals');
  const { values, set } = filters;
  return (
    <FilterBar filters={filters}>
      <SearchFilter
        value={values.search}
        onChange={(search) => set({ search })}
        placeholder={t('searchHint')}
      />
      <SelectFilter
        label={t('column.source')}
        value={values.source}
        onChange={(source) => set({ source })}
        options={SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))}
      />
      <MerchantFilter value={values.merchant_id} onChange={(merchant_id) => set({ merchant_id })} />
      <PeriodFilter filters={filters} />
    </FilterBar>
  );
}
