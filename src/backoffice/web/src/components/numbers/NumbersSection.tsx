import { Button, Collapse, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../lists/DataTable';
import { Icon } from '../Icon';
import { saveFile } from '../save-file';
import { Section } from '../Section';
import { toCsv } from './csv';
import classes from './NumbersSection.module.css';

interface NumbersSectionProps<T> {
  readonly title: string;
  readonly description?: string;
  /** Above the chart: what it shows. */
  readonly bar?: ReactNode;
  /** Hidden from screen readers, which get the table. */
  readonly chart: ReactNode;
  readonly rows: readonly T[];
  readonly columns: readonly (Column<T> & { readonly csv: (row: T) => string | number | null })[];
  readonly rowKey: (row: T) => string;
  /** Of the CSV file, without its ending. */
  readonly fileName: string;
  readonly empty?: string;
  /** The table stands beside the chart, where there is room; else it is one press away. */
  readonly isBeside?: boolean;
}

/** One chart, the same numbers as a table, and as a file. */
export function NumbersSection<T>(props: NumbersSectionProps<T>) {
  const { t } = useTranslation();
  const { title, description, bar, chart, rows, columns, rowKey, fileName, empty, isBeside = false } = props;
  const rowsTable = <DataTable caption={title} columns={columns} rows={rows} rowKey={rowKey} empty={empty} />;
  const [isOpen, table] = useDisclosure(false);
  const save = (): void => {
    const lines = [columns.map(({ key }) => key), ...rows.map((row) => columns.map(({ csv }) => csv(row)))];
    saveFile(new Blob([toCsv(lines)], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`);
  };
  return (
    <Section title={title} description={description}>
      {bar}
      {isBeside ? (
        <div className={classes.beside}>
          <div aria-hidden>{chart}</div>
          <div className={classes.rows}>{rowsTable}</div>
        </div>
      ) : (
        <div aria-hidden>{chart}</div>
      )}
      <Group gap="xs">
        {isBeside ? null : (
          <Button
            variant="default"
            size="xs"
            onClick={table.toggle}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? t('numbers.hideTable') : t('numbers.showTable')}: ${title}`}
          >
            {isOpen ? t('numbers.hideTable') : t('numbers.showTable')}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          onClick={save}
          leftSection={<Icon name="download" size={14} />}
          aria-label={`${t('numbers.csv')}: ${title}`}
        >
          {t('numbers.csv')}
        </Button>
      </Group>
      {isBeside ? null : <Collapse expanded={isOpen}>{rowsTable}</Collapse>}
    </Section>
  );
}
