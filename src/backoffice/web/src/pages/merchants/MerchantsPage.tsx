import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useList } from '../../api/use-api';
import type { Column } from '../../components/lists/DataTable';
import { DateTime } from '../../components/values/DateTime';
import { FilterBar, SearchFilter, SelectFilter } from '../../components/lists/filters';
import { Icon } from '../../components/Icon';
import { ListPage } from '../../components/lists/ListPage';
import { StatusBadge } from '../../components/values/StatusBadge';
import { useFilters } from '../../components/lists/use-filters';
import { useAbilities } from '../../session/session';
import { CreateMerchantDialog } from './CreateMerchantDialog';
import { MODES } from './search';

const route = getRouteApi('/shell/merchants');

/** Who charges through the service. */
export function MerchantsPage() {
  const { t } = useTranslation(['merchants', 'common']);
  const filters = useFilters(route.useSearch());
  const { values, set } = filters;
  const { isAdmin } = useAbilities();
  const [isCreating, creating] = useDisclosure(false);
  const query = useList('/v1/review/merchants', { query: { ...values, page: filters.page, limit: 50 } });
  return (
    <ListPage
      title={t('title')}
      actions={
        isAdmin ? (
          <Button onClick={creating.open} leftSection={<Icon name="plus" size={16} />}>
            {t('create')}
          </Button>
        ) : undefined
      }
      bar={
        <FilterBar filters={filters}>
          <SearchFilter
            value={values.search}
            onChange={(search) => set({ search })}
            placeholder={t('searchHint')}
          />
          <SelectFilter
            label={t('column.mode')}
            value={values.mode}
            onChange={(mode) => set({ mode })}
            options={MODES.map((value) => ({ value, label: t(`common:status.${value}`) }))}
          />
        </FilterBar>
      }
      caption={t('title')}
      filters={filters}
      query={query}
      columns={useColumns()}
      rowKey={({ id }) => id}
      rowLink={({ id }) => ({ to: '/merchants/$id', params: { id } })}
    >
      <CreateMerchantDialog opened={isCreating} onClose={creating.close} />
    </ListPage>
  );
}

function useColumns(): readonly Column<Schema<'OperatorMerchantResponse'>>[] {
  const { t } = useTranslation('merchants');
  return [
    { key: 'name', header: t('column.name'), cell: ({ name }) => name },
    {
      key: 'mode',
      header: t('column.mode'),
      cell: ({ mode }) => <StatusBadge of="merchant" status={mode} />,
    },
    {
      key: 'submerchants',
      header: t('column.submerchants'),
      align: 'right',
      cell: ({ submerchants }) => submerchants,
    },
    {
      key: 'keys',
      header: t('column.activeKeys'),
      align: 'right',
      cell: ({ active_keys }) => active_keys,
      from: 'sm',
    },
    {
      key: 'created',
      header: t('column.created'),
      cell: ({ created_at }) => <DateTime at={created_at} show="date" />,
      from: 'sm',
    },
  ];
}
