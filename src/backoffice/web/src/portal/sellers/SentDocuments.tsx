import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import { useList } from '../../api/use-api';
import type { Column } from '../../components/lists/DataTable';
import { ListTable } from '../../components/lists/ListPage';
import { Section } from '../../components/Section';
import { DateTime } from '../../components/values/DateTime';
import { StatusBadge } from '../../components/values/StatusBadge';

type SentDocument = Item<'/v1/submerchants/{id}/documents'>;

/** The current documents, and why one was refused. */
export function SentDocuments({ id }: { readonly id: string }) {
  const { t } = useTranslation('portal');
  const [page, goTo] = useState(1);
  const query = useList('/v1/submerchants/{id}/documents', {
    path: { id },
    query: { current: 'true', page, limit: 50 } as object,
  });
  return (
    <Section title={t('seller.documents')}>
      <ListTable
        caption={t('seller.documentsCaption')}
        empty={t('seller.noDocuments')}
        filters={{ isActive: false, goTo }}
        query={query}
        columns={useColumns()}
        rowKey={(document) => document.id}
      />
    </Section>
  );
}

function useColumns(): readonly Column<SentDocument>[] {
  const { t } = useTranslation(['portal', 'case', 'common']);
  return [
    {
      key: 'type',
      header: t('portal:file.type'),
      cell: ({ type, file_name }) => (
        <>
          <Text size="sm">{t(`case:documentType.${type}`)}</Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{file_name}</bdi>
          </Text>
        </>
      ),
    },
    {
      key: 'status',
      header: t('portal:sellers.status'),
      cell: ({ status, rejection }) => (
        <>
          <StatusBadge of="document" status={status} />
          {rejection === null ? null : (
            <Text size="xs">
              {t(`common:reason.codes.${rejection.code}`)}
              {rejection.message === null ? null : <bdi>: {rejection.message}</bdi>}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'sent',
      header: t('portal:file.sent'),
      cell: ({ created_at }) => <DateTime at={created_at} />,
      from: 'sm',
      keepTogether: true,
    },
  ];
}
