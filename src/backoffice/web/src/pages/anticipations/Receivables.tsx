import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Item, Schema } from '../../api/types';
import { useList } from '../../api/use-api';
import { TextLink } from '../../components/links';
import type { Column } from '../../components/lists/DataTable';
import { ListTable } from '../../components/lists/ListPage';
import { useFilters } from '../../components/lists/use-filters';
import { moneyColumn } from '../../components/queues/columns';
import { Section } from '../../components/Section';
import { Day } from '../../components/values/DateTime';

type Receivable = Item<'/v1/review/anticipations/{id}/receivables'>;

interface ReceivablesProps {
  readonly anticipation: Pick<Schema<'OperatorAnticipationResponse'>, 'id' | 'version'>;
}

const route = getRouteApi('/shell/anticipations/$id');

/** The receivables that come early, the nearest due first: how early each does, and what that costs. */
export function Receivables({ anticipation: { id, version } }: ReceivablesProps) {
  const { t } = useTranslation('anticipations');
  const filters = useFilters(route.useSearch());
  const query = useList('/v1/review/anticipations/{id}/receivables', {
    path: { id },
    query: { page: filters.page, limit: 50 },
  });
  return (
    <Section title={t('section.receivables')} description={t('receivablesHint')}>
      <ListTable
        // What was taken from it changes them: another version is another list.
        key={version}
        caption={t('section.receivables')}
        empty={t('noReceivables')}
        filters={filters}
        query={query}
        columns={useReceivableColumns()}
        rowKey={({ receivable_id }) => receivable_id}
      />
    </Section>
  );
}

function useReceivableColumns(): readonly Column<Receivable>[] {
  const { t } = useTranslation('anticipations');
  return [
    {
      key: 'due',
      header: t('column.due'),
      cell: ({ due_date }) => <Day date={due_date} />,
      keepTogether: true,
    },
    {
      key: 'charge',
      header: t('column.charge'),
      cell: ({ charge_id, installment, installments }) => (
        <TextLink to="/charges/$id" params={{ id: charge_id }} size="sm">
          {t('installment', { installment, installments })}
        </TextLink>
      ),
      keepTogether: true,
      from: 'sm',
    },
    moneyColumn('amount', t('column.net'), ({ net }) => net),
    { key: 'days', header: t('column.days'), align: 'right', cell: ({ days }) => days },
    moneyColumn('fee', t('column.fee'), ({ fee }) => fee),
    moneyColumn('payout', t('column.payout'), ({ payout }) => payout),
  ];
}
