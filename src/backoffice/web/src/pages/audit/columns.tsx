import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import type { Column } from '../../components/lists/DataTable';
import { DateTime } from '../../components/values/DateTime';
import { useAuditText } from './audit-text';
import { TargetLink } from './TargetLink';

type Entry = Schema<'AuditEntryResponse'>;

export function useAuditColumns(show: (entry: Entry) => void): readonly Column<Entry>[] {
  const { t } = useTranslation('audit');
  const text = useAuditText();
  return [
    { key: 'at', header: t('column.at'), cell: ({ at }) => <DateTime at={at} />, keepTogether: true },
    { key: 'action', header: t('column.action'), cell: ({ action }) => text.action(action) },
    { key: 'actor', header: t('column.actor'), cell: ({ actor }) => text.actor(actor) },
    {
      key: 'target',
      header: t('column.target'),
      cell: ({ target, merchant_id: merchantId }) =>
        target === null ? (
          '–'
        ) : (
          <>
            <Text size="xs" c="dimmed">
              {text.target(target.type)}
            </Text>
            <TargetLink target={target} merchantId={merchantId} />
          </>
        ),
      from: 'md',
    },
    {
      key: 'sequence',
      header: t('column.entry'),
      align: 'right',
      cell: (entry) => (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('show', { sequence: entry.sequence })}
          onClick={() => show(entry)}
        >
          {entry.sequence}
        </Button>
      ),
    },
  ];
}
