import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../components/lists/DataTable';
import { Section } from '../../components/Section';
import { DateTime } from '../../components/values/DateTime';
import { FIELDS, type Kind, type Row } from './fields';
import { useTermText } from './use-term-text';

/** The terms of one kind that are in force. */
export function TermsTable({ kind, rows }: { readonly kind: Kind; readonly rows: readonly Row[] }) {
  const { t } = useTranslation('terms');
  const text = useTermText();
  const columns: readonly Column<Row>[] = [
    ...FIELDS[kind].map((field) => ({
      key: field.name,
      header: text.field(kind, field.name),
      cell: (row: Row) => text.value(field, row[field.name] ?? null),
      ...(field.as === 'choice' || field.as === 'yes' ? {} : { align: 'right' as const, keepTogether: true }),
    })),
    { key: 'scope', header: t('column.scope'), cell: ({ scope }) => text.label(scope), from: 'sm' },
    {
      key: 'since',
      header: t('column.since'),
      cell: ({ id, effective_from }) =>
        id === null ? (
          <Text span size="sm" c="dimmed">
            {t('ever')}
          </Text>
        ) : (
          <DateTime at={effective_from} />
        ),
      from: 'sm',
      keepTogether: true,
    },
  ];
  return (
    <Section title={text.kind(kind)} description={t(`about.${kind}`)}>
      <DataTable
        caption={text.kind(kind)}
        columns={columns}
        rows={rows}
        rowKey={(row) => JSON.stringify(FIELDS[kind].map(({ name }) => row[name]))}
        empty={t('none')}
      />
    </Section>
  );
}
