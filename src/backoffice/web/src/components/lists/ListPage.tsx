import { Group, Pagination, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/api-error';
import type { Listing, Pagination as Pages } from '../../api/use-api';
import { DataTable, type DataTableProps } from './DataTable';
import { ErrorAlert } from '../ErrorAlert';
import { Page } from '../Page';
import type { Filters } from './use-filters';

/** What a ListTable is given. */
export interface ListTableProps<T> extends Omit<DataTableProps<T>, 'rows' | 'isUpdating'> {
  /** From useList. */
  readonly query: UseQueryResult<Listing<T>, ApiError>;
  readonly filters: Pick<Filters<object>, 'isActive' | 'goTo'>;
}

interface ListPageProps<T> extends ListTableProps<T> {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** A FilterBar. */
  readonly bar?: ReactNode;
  /** Dialogs, and what else belongs to the page. */
  readonly children?: ReactNode;
}

/** A page that is one list: heading, filters, table, pages. */
export function ListPage<T>({ title, description, actions, bar, children, ...list }: ListPageProps<T>) {
  const total = list.query.data?.pagination.total;
  return (
    <Page
      title={title}
      aside={total === undefined ? null : <Text c="dimmed">{total}</Text>}
      description={description}
      actions={actions}
    >
      {bar}
      <ListTable {...list} />
      {children}
    </Page>
  );
}

/** A list inside a page that is more than that: a merchant's keys. */
export function ListTable<T>({ query, filters, empty, ...table }: ListTableProps<T>) {
  const { t } = useTranslation();
  const failed = query.isError && query.data === undefined;
  return (
    <>
      <ErrorAlert error={query.error} retry={() => void query.refetch()} />
      {failed ? null : (
        <DataTable
          {...table}
          rows={query.data?.items}
          isUpdating={query.isPlaceholderData}
          empty={filters.isActive ? t('list.emptyFiltered') : empty}
        />
      )}
      {query.data === undefined ? null : <PageBar pagination={query.data.pagination} goTo={filters.goTo} />}
    </>
  );
}

function PageBar({
  pagination,
  goTo,
}: {
  readonly pagination: Pages;
  readonly goTo: (page: number) => void;
}) {
  const { t } = useTranslation();
  const { page, limit, total, totalPages } = pagination;
  if (totalPages <= 1 && page === 1) return null;
  const from = (page - 1) * limit + 1;
  return (
    <Group justify="space-between" component="nav" aria-label={t('list.pages')}>
      <Text size="sm" c="dimmed" role="status">
        {from > total ? '' : t('list.range', { from, to: Math.min(total, page * limit), total })}
      </Text>
      <Pagination
        size="sm"
        total={Math.max(totalPages, 1)}
        value={page}
        onChange={goTo}
        getItemProps={(number) => ({ 'aria-label': t('list.page', { page: number }) })}
        getControlProps={(control) => ({
          'aria-label': control === 'next' || control === 'last' ? t('list.next') : t('list.previous'),
        })}
      />
    </Group>
  );
}
