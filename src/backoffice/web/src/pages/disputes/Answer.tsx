import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { DataTable } from '../../components/lists/DataTable';
import { Identifier } from '../../components/values/Identifier';

/** What the merchant said against the dispute. Its files are named, not opened: they are on the merchant's own host. */
export function Answer({ dispute }: { readonly dispute: Schema<'OperatorDisputeDetailResponse'> }) {
  const { t } = useTranslation('disputes');
  const { statement, evidence } = dispute;
  if (statement === null)
    return (
      <Text size="sm" c="dimmed">
        {t('noAnswer')}
      </Text>
    );
  return (
    <>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <bdi>{statement}</bdi>
      </Text>
      {evidence.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noEvidence')}
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t('evidenceHint')}
          </Text>
          <DataTable
            caption={t('column.evidence')}
            rows={evidence}
            rowKey={({ file_url, name }) => `${name} ${file_url}`}
            columns={[
              {
                key: 'file',
                header: t('column.evidence'),
                cell: ({ name, file_url }) => (
                  <>
                    <bdi>{name}</bdi>
                    <Identifier value={file_url} what={name} />
                  </>
                ),
              },
              { key: 'type', header: t('column.type'), cell: ({ mime_type }) => mime_type, from: 'sm' },
            ]}
          />
        </>
      )}
    </>
  );
}
