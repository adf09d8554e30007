import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../api/api-error';
import type { Item } from '../../../api/types';
import type { Listing } from '../../../api/use-api';
import { ListTable } from '../../lists/ListPage';
import type { Filters } from '../../lists/use-filters';
import { Section } from '../../Section';
import { type ResourceLink, useEntryColumns } from './entry-columns';
import type { EntriesSearch } from './search';

interface EntriesSectionProps {
  /** From useList. */
  readonly query: UseQueryResult<Listing<Item<'/v1/wallets/{id}/entries'>>, ApiError>;
  readonly filters: Filters<EntriesSearch>;
  readonly linkOf: ResourceLink;
  /** Beside the title. */
  readonly aside?: ReactNode;
}

/** What came into one of a wallet's accounts and left it, with what it held after each. */
export function EntriesSection({ query, filters, linkOf, aside }: EntriesSectionProps) {
  const { t } = useTranslation('wallets');
  return (
    <Section title={t('section.entries')} aside={aside}>
      <ListTable
        caption={t('section.entries')}
        empty={t('noEntries')}
        filters={filters}
        query={query}
        columns={useEntryColumns(linkOf)}
        rowKey={({ id }) => id}
      />
    </Section>
  );
}

/** What of the entries is asked for. */
export function entriesQuery({ values, page }: Pick<Filters<EntriesSearch>, 'values' | 'page'>) {
  return { ...values, page, limit: 25, time_zone: 'America/Sao_Paulo' } as const;
}
