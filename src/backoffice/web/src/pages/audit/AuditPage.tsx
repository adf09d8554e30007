import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useList } from '../../api/use-api';
import { ListPage } from '../../components/lists/ListPage';
import { useFilters } from '../../components/lists/use-filters';
import { useAbilities } from '../../session/session';
import { Forbidden } from '../../shell/PageError';
import { AuditFilters } from './AuditFilters';
import { ChainVerdict } from './ChainVerdict';
import { useAuditColumns } from './columns';
import { EntryDialog } from './EntryDialog';

const route = getRouteApi('/shell/audit');

/** Who did what: a log that only grows, with the verdict on its chain. */
export function AuditPage() {
  const { isAdmin } = useAbilities();
  return isAdmin ? <AuditLog /> : <Forbidden />;
}

function AuditLog() {
  const { t } = useTranslation('audit');
  const filters = useFilters(route.useSearch());
  const [shown, setShown] = useState<Schema<'AuditEntryResponse'> | null>(null);
  const query = useList('/v1/review/audit', {
    query: { ...filters.values, page: filters.page, limit: 50, time_zone: 'America/Sao_Paulo' },
  });
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      bar={
        <>
          <ChainVerdict />
          <AuditFilters filters={filters} />
        </>
      }
      caption={t('caption')}
      filters={filters}
      query={query}
      columns={useAuditColumns(setShown)}
      rowKey={({ sequence }) => String(sequence)}
    >
      <EntryDialog entry={shown} onClose={() => setShown(null)} />
    </ListPage>
  );
}
