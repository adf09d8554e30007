import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../api/types';
import { DataTable } from '../../components/lists/DataTable';
import { Section } from '../../components/Section';

type Rule = Item<'/v1/review/invariants'>;
type Row = Rule['broken'][number];

/** A rule that does not hold, with the first rows that break it: what they are is the rule's own affair. */
export function BrokenRule({ rule }: { readonly rule: Rule }) {
  const { t } = useTranslation('invariants');
  const { name, broken, broken_count: count } = rule;
  const columns = [...new Set(broken.flatMap((row) => Object.keys(row)))];
  const rows = broken.map((row, index) => ({ index, row }));
  return (
    <Section
      title={t('brokenRule', { name })}
      aside={<Badge color="red">{t('rowCount', { count })}</Badge>}
      description={count > broken.length ? t('firstRows', { count: broken.length }) : undefined}
    >
      <DataTable
        caption={t('rowsOf', { name })}
        rows={rows}
        rowKey={({ index }) => String(index)}
        columns={columns.map((column) => ({
          key: column,
          header: column,
          cell: ({ row }: { readonly row: Row }) => <code>{textOf(row[column])}</code>,
        }))}
      />
    </Section>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
