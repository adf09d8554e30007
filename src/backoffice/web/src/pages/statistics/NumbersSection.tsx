import { Button, Collapse, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../components/lists/DataTable';
import { Icon } from '../../components/Icon';
import { saveFile } from '../../components/save-file';
import { Section } from '../../components/Section';
import { toCsv } from './csv';

interface NumbersSectionProps<T> {
  readonly title: string;
  /** Hidden from screen readers, which get the table. */
  readonly chart: ReactNode;
  readonly rows: readonly T[];
  readonly columns: readonly (Column<T> & { readonly csv: (row: T) => string | number | null })[];
  readonly rowKey: (row: T) => string;
  /** Of the CSV file, without its ending. */
  readonly fileName: string;
  readonly empty?: string;
}

/** One chart, the same numbers as a table, and as a file. */
export function NumbersSection<T>(props: NumbersSectionProps<T>) {
  const { t } = useTranslation('statistics');
  const { title, chart, rows, columns, rowKey, fileName, empty } = props;
  const [isOpen, table] = useDisclosure(false);
  const save = (): void => {
    const lines = [columns.map(({ key }) => key), ...rows.map((row) => columns.map(({ csv }) => csv(row)))];
    saveFile(new Blob([toCsv(lines)], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`);
  };
  return (
    <Section title={title}>
      <div aria-hidden>{chart}</div>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          onClick={table.toggle}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? t('hideTable') : t('showTable')}: ${title}`}
        >
          {isOpen ? t('hideTable') : t('showTable')}
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={save}
          leftSection={<Icon name="download" size={14} />}
          aria-label={`${t('csv')}: ${title}`}
        >
          {t('csv')}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        <DataTable caption={title} columns={columns} rows={rows} rowKey={rowKey} empty={empty} />
      </Collapse>
    </Section>
  );
}
