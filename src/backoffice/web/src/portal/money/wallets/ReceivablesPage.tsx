import '@mantine/charts/styles.css';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../api/types';
import { useList, useResource } from '../../../api/use-api';
import { TextLink } from '../../../components/links';
import type { Column } from '../../../components/lists/DataTable';
import { DayFilter, FilterBar, SelectFilter } from '../../../components/lists/filters';
import { ListTable } from '../../../components/lists/ListPage';
import { useFilters } from '../../../components/lists/use-filters';
import { ComesDue, type DueGroup, dueQuery } from '../../../components/money/wallets/ComesDue';
import { moneyColumn } from '../../../components/queues/columns';
import { Section } from '../../../components/Section';
import { Day } from '../../../components/values/DateTime';
import { StatusBadge } from '../../../components/values/StatusBadge';
import { portalLink } from '../../links';
import { RECEIVABLE_STATUSES, receivablesSearch } from '../../searches';
import { usePortalSearch } from '../../use-route';
import { WalletFrame } from '../WalletFrame';

type Receivable = Item<'/v1/receivables'>;

/** What becomes available when: by day, and receivable by receivable. */
export function ReceivablesPage() {
  return (
    <WalletFrame page="receivables">
      {({ id }) => (
        <Stack gap="md">
          <ByDay id={id} />
          <List id={id} />
        </Stack>
      )}
    </WalletFrame>
  );
}

function ByDay({ id }: { readonly id: string }) {
  const [group, setGroup] = useState<DueGroup>('due_date');
  const query = useResource('/v1/receivables/summary', {
    query: { wallet_id: id, ...dueQuery(group) },
  });
  return (
    <ComesDue
      query={query}
      group={group}
      onGroup={setGroup}
      dayLink={(day) =>
        portalLink(
          '/wallets/$id/receivables',
          { id },
          { due_from: day, due_to: day, status: 'waiting_funds' },
        )
      }
    />
  );
}

function List({ id }: { readonly id: string }) {
  const { t } = useTranslation(['portal-money', 'wallets', 'common']);
  const filters = useFilters(usePortalSearch(receivablesSearch));
  const { values, set } = filters;
  const query = useList('/v1/receivables', {
    query: { ...values, wallet_id: id, page: filters.page, limit: 50 },
  });
  return (
    <Section title={t('of.receivables')} description={t('receivables.hint')}>
      <FilterBar filters={filters}>
        <SelectFilter
          label={t('wallets:column.status')}
          value={values.status}
          onChange={(status) => set({ status })}
          options={RECEIVABLE_STATUSES.map((value) => ({ value, label: t(`common:status.${value}`) }))}
        />
        <DayFilter
          label={t('receivables.dueFrom')}
          value={values.due_from}
          onChange={(due_from) => set({ due_from })}
        />
        <DayFilter
          label={t('receivables.dueTo')}
          value={values.due_to}
          onChange={(due_to) => set({ due_to })}
        />
      </FilterBar>
      <ListTable
        caption={t('receivables.caption')}
        empty={t('receivables.empty')}
        filters={filters}
        query={query}
        columns={useColumns()}
        rowKey={(receivable) => receivable.id}
      />
    </Section>
  );
}

function useColumns(): readonly Column<Receivable>[] {
  const { t } = useTranslation(['wallets', 'anticipations', 'charges']);
  return [
    {
      key: 'due',
      header: t('column.due'),
      cell: ({ due_date }) => <Day date={due_date} />,
      keepTogether: true,
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status }) => <StatusBadge of="receivable" status={status} />,
    },
    moneyColumn('amount', t('column.amount'), ({ amount }) => amount, 'md'),
    moneyColumn('fee', t('charges:fact.fee'), ({ fee }) => fee, 'md'),
    moneyColumn('net', t('column.net'), ({ net }) => net),
    {
      key: 'method',
      header: t('charges:column.method'),
      cell: ({ payment_method }) => t(`charges:method.${payment_method}`),
      from: 'md',
    },
    {
      key: 'charge',
      header: t('anticipations:column.charge'),
      cell: ({ charge_id, installment, installments }) => (
        <TextLink {...portalLink('/charges/$id', { id: charge_id })} size="sm">
          {t('anticipations:installment', { installment, installments })}
        </TextLink>
      ),
      from: 'sm',
    },
  ];
}
