import type { ReactNode } from 'react';
import { FilterBar, PeriodFilter, SearchFilter } from '../lists/filters';
import { MerchantFilter } from '../lists/MerchantFilter';
import type { Filters } from '../lists/use-filters';

interface Known {
  readonly search?: string;
  readonly merchant_id?: string;
  readonly date_from?: string;
  readonly date_to?: string;
}

interface QueueFiltersProps {
  readonly filters: Filters<Known>;
  /** What is searched. */
  readonly searchHint: string;
  /** Filters of this queue alone. */
  readonly children?: ReactNode;
}

/** What every queue about money is filtered by. */
export function QueueFilters({ filters, searchHint, children }: QueueFiltersProps) {
  const { values, set } = filters;
  return (
    <FilterBar filters={filters}>
      <SearchFilter value={values.search} onChange={(search) => set({ search })} placeholder={searchHint} />
      {children}
      <MerchantFilter value={values.merchant_id} onChange={(merchant_id) => set({ merchant_id })} />
      <PeriodFilter filters={filters} />
    </FilterBar>
  );
}
