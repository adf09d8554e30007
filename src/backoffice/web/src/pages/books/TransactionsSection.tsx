import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useList } from '../../api/use-api';
import { ListTable } from '../../components/lists/ListPage';
import type { Filters } from '../../components/lists/use-filters';
import { Section } from '../../components/Section';
import { DateTime } from '../../components/values/DateTime';
import { Money } from '../../components/values/Money';
import type { BooksSearch } from './search';

interface TransactionsSectionProps {
  readonly merchantId: string;
  readonly filters: Filters<BooksSearch>;
}

/** The transactions of a book, newest first. */
export function TransactionsSection({ merchantId, filters }: TransactionsSectionProps) {
  const { t } = useTranslation(['books', 'money']);
  const { merchant_id: _merchant, page: _page, ...filter } = filters.values;
  const query = useList('/v1/review/books/{merchantId}/transactions', {
    path: { merchantId },
    query: { ...filter, page: filters.page, limit: 25, time_zone: 'America/Sao_Paulo' },
  });
  return (
    <Section title={t('transactions')}>
      <ListTable
        caption={t('transactions')}
        empty={t('none')}
        filters={filters}
        query={query}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/books/$merchantId/$id', params: { merchantId, id } })}
        columns={[
          {
            key: 'recorded',
            header: t('column.recorded'),
            cell: ({ recorded_at }) => <DateTime at={recorded_at} />,
            keepTogether: true,
          },
          { key: 'kind', header: t('column.kind'), cell: ({ kind }) => t(`money:kind.${kind}`) },
          {
            key: 'amount',
            header: t('column.amount'),
            align: 'right',
            cell: ({ lines }) => <Money cents={creditedOf(lines)} />,
            keepTogether: true,
          },
          {
            key: 'reference',
            header: t('column.reference'),
            cell: ({ reference }) => (
              <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                {reference}
              </Text>
            ),
            from: 'sm',
          },
        ]}
      />
    </Section>
  );
}

/** All that a transaction moves: the sum of its credits, and of its debits. */
function creditedOf(lines: readonly { readonly amount: number }[]): number {
  return lines.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
}
