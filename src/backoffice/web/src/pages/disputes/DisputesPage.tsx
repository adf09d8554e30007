import { Button, Stack, Tabs, Text } from '@mantine/core';
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
import { useDisputeColumns } from './columns';
import { type DisputesSearch, KINDS, type Tab, TAB_NAMES, TABS } from './search';
import { useNextDispute } from './use-next-dispute';

const route = getRouteApi('/shell/disputes');
const REFRESH_MS = 20_000;
const USUAL_TAB: Tab = 'open';

/** What payers want back, as a queue: the oldest first, what nobody has answered on top. */
export function DisputesPage() {
  const { t } = useTranslation('disputes');
  const filters = useFilters(route.useSearch());
  const { tab = USUAL_TAB, ...filter } = filters.values;
  const next = useNextDispute();
  const query = useList(
    '/v1/review/disputes',
    {
      query: {
        ...filter,
        ...(TABS[tab] === undefined ? {} : { status: TABS[tab] }),
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
            <DisputeFilters filters={filters} />
            <ListTable
              caption={t('caption')}
              empty={t('empty')}
              filters={filters}
              query={query}
              columns={useDisputeColumns()}
              rowKey={({ id }) => id}
              rowLink={({ id }) => ({ to: '/disputes/$id', params: { id } })}
            />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function DisputeFilters({ filters }: { readonly filters: Filters<DisputesSearch> }) {
  const { t } = useTranslation(['disputes', 'money']);
  const { values, set } = filters;
  return (
    <FilterBar filters={filters}>
      <SearchFilter
        value={values.search}
        onChange={(search) => set({ search })}
        placeholder={t('searchHint')}
      />
      <SelectFilter
        label={t('column.kind')}
        value={values.kind}
        onChange={(kind) => set({ kind })}
        options={KINDS.map((value) => ({ value, label: t(`money:disputeKind.${value}`) }))}
      />
      <MerchantFilter value={values.merchant_id} onChange={(merchant_id) => set({ merchant_id })} />
      <PeriodFilter filters={filters} />
    </FilterBar>
  );
}
