import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Text } from '@mantine/core';
import type { Schema } from '../../api/types';
import { useChange } from '../../api/use-api';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { type Column, DataTable } from '../../components/lists/DataTable';
import { Section } from '../../components/Section';
import { DateTime } from '../../components/values/DateTime';
import { useAbilities } from '../../session/session';
import { type Kind, KINDS, type Row } from './fields';
import { useTermText } from './use-term-text';
import { notify } from '../../components/notify';

interface Change {
  readonly kind: Kind;
  readonly row: Row & { readonly id: string };
}

/** What changes when, the next first; until then it can be taken back. */
export function UpcomingTerms({ upcoming }: { readonly upcoming: Schema<'UpcomingTermsResponse'> }) {
  const { t } = useTranslation('terms');
  const { isAdmin } = useAbilities();
  const text = useTermText();
  const [leaving, setLeaving] = useState<Change | null>(null);
  const remove = useChange('delete', '/v1/review/terms/{id}', {
    refresh: ['/v1/review/terms'],
    onSuccess: () => {
      setLeaving(null);
      notify(t('upcoming.removed'));
    },
  });
  const changes = changesOf(upcoming);
  if (changes.length === 0) return null;
  const columns: readonly Column<Change>[] = [
    {
      key: 'from',
      header: t('column.from'),
      cell: ({ row }) => <DateTime at={row.effective_from} />,
      keepTogether: true,
    },
    { key: 'kind', header: t('column.kind'), cell: ({ kind }) => text.kind(kind) },
    { key: 'says', header: t('column.says'), cell: ({ kind, row }) => text.line(kind, row) },
    { key: 'scope', header: t('column.scope'), cell: ({ row }) => text.label(row.scope), from: 'sm' },
    ...(isAdmin
      ? [
          {
            key: 'remove',
            header: t('column.actions'),
            cell: (change: Change) => (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => {
                  remove.reset();
                  setLeaving(change);
                }}
              >
                {t('upcoming.remove')}
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Section title={t('upcoming.title')}>
      <DataTable
        caption={t('upcoming.title')}
        columns={columns}
        rows={changes}
        rowKey={({ row }) => row.id}
      />
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('upcoming.removeTitle')}
        confirm={t('upcoming.remove')}
        isDangerous
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => {
          if (leaving !== null) remove.mutate({ path: { id: leaving.row.id } });
        }}
      >
        <Text size="sm">{leaving === null ? null : text.line(leaving.kind, leaving.row)}</Text>
      </ConfirmDialog>
    </Section>
  );
}

function changesOf(upcoming: Schema<'UpcomingTermsResponse'>): readonly Change[] {
  return KINDS.flatMap((kind) =>
    upcoming[kind].map((row) => ({ kind, row: row as unknown as Change['row'] })),
  ).sort((one, other) => one.row.effective_from.localeCompare(other.row.effective_from));
}
