import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useList } from '../../api/use-api';
import { ListTable } from '../../components/lists/ListPage';
import { useFilters } from '../../components/lists/use-filters';
import { useAnticipatedColumns } from '../../components/money/anticipations/anticipated-columns';
import { Section } from '../../components/Section';

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
    query: { page: filters.page, limit: 50, sort: 'due_date' },
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
        columns={useAnticipatedColumns()}
        rowKey={({ receivable_id }) => receivable_id}
      />
    </Section>
  );
}
