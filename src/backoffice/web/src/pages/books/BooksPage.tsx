import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FilterBar, PeriodFilter, SelectFilter } from '../../components/lists/filters';
import { MerchantFilter } from '../../components/lists/MerchantFilter';
import { type Filters, useFilters } from '../../components/lists/use-filters';
import { Page } from '../../components/Page';
import { MoneyRequests } from './requests/MoneyRequests';
import type { BooksSearch } from './search';
import { TransactionsSection } from './TransactionsSection';
import { TrialBalance } from './TrialBalance';
import { TRANSACTION_KINDS } from './transaction-kinds';

const route = getRouteApi('/shell/books');

/** A merchant's book: what its accounts hold, its transactions, and what waits for a second operator. */
export function BooksPage() {
  const { t } = useTranslation('books');
  const filters = useFilters(route.useSearch());
  const { merchant_id: merchantId } = filters.values;
  return (
    <Page title={t('title')} description={t('description')}>
      <BookFilters filters={filters} />
      <Stack gap="md">
        <MoneyRequests merchantId={merchantId} />
        {merchantId === undefined ? (
          <Text c="dimmed" size="sm">
            {t('choose')}
          </Text>
        ) : (
          <>
            <TrialBalance merchantId={merchantId} />
            <TransactionsSection merchantId={merchantId} filters={filters} />
          </>
        )}
      </Stack>
    </Page>
  );
}

function BookFilters({ filters }: { readonly filters: Filters<BooksSearch> }) {
  const { t } = useTranslation(['books', 'money']);
  const { values, set } = filters;
  return (
    <FilterBar filters={filters}>
      <MerchantFilter value={values.merchant_id} onChange={(merchant_id) => set({ merchant_id })} />
      <SelectFilter
        label={t('column.kind')}
        value={values.kind}
        onChange={(kind) => set({ kind })}
        options={TRANSACTION_KINDS.map((value) => ({ value, label: t(`money:kind.${value}`) }))}
      />
      <PeriodFilter filters={filters} />
    </FilterBar>
  );
}
