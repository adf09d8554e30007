import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../Icon';
import classes from './DataTable.module.css';
import { useRowKeys } from './use-row-keys';

export interface Column<T> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: T) => ReactNode;
  readonly align?: 'right';
  /** Left out below this width: what matters least on a narrow screen. */
  readonly from?: 'sm' | 'md' | 'lg' | 'xl';
  readonly width?: number | string;
  /** Never broken into lines: times, amounts, badges. */
  readonly keepTogether?: boolean;
  /** What the list calls the order by this column; only of a table with `sorting`. */
  readonly sortBy?: string;
}

/** The order of a list: a column's `sortBy`, with a minus the other way round; undefined is the usual one. */
export interface Sorting {
  readonly by: string | undefined;
  readonly sort: (by: string | undefined) => void;
}

export interface DataTableProps<T> {
  /** What the table holds, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  /** Undefined while it loads for the first time. */
  readonly rows: readonly T[] | undefined;
  readonly rowKey: (row: T) => string;
  /** Where a row leads: its first cell that a narrow screen shows too becomes the link, the whole row can be clicked, j and k go through the rows. */
  readonly rowLink?: (row: T) => LinkProps;
  /** What is said instead of rows. */
  readonly empty?: ReactNode;
  readonly isUpdating?: boolean;
  readonly skeletonRows?: number;
  readonly sorting?: Sorting;
}

/** Rows of one kind, dense, with their loading and empty states. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { t } = useTranslation();
  const { columns, rows, rowLink } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const linked = columns.find(({ from }) => from === undefined) ?? columns[0];
  useRowKeys(body, rowLink !== undefined && (rows?.length ?? 0) > 0);
  return (
    <div
      className={classes.scroll}
      {...(rowLink === undefined ? { tabIndex: 0, role: 'group', 'aria-label': props.caption } : {})}
    >
      <table className={classes.table} aria-busy={rows === undefined || props.isUpdating === true}>
        <caption className="visually-hidden">{props.caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} sorting={props.sorting} />
            ))}
          </tr>
        </thead>
        <tbody
          ref={body}
          data-loading={rows === undefined || undefined}
          data-updating={props.isUpdating === true || undefined}
        >
          {rows === undefined ? (
            <LoadingRows columns={columns} count={props.skeletonRows ?? 8} />
          ) : rows.length === 0 ? (
            <tr>
              <td colSpan={columns.length} className={classes.empty}>
                <Text c="dimmed" size="sm">
                  {props.empty ?? t('list.empty')}
                </Text>
              </td>
            </tr>
          ) : (
            rows.map((row) => (
              <tr key={props.rowKey(row)} className={rowLink === undefined ? undefined : classes.row}>
                {columns.map((column) => (
                  <Cell
                    key={column.key}
                    column={column}
                    row={row}
                    link={column === linked ? rowLink?.(row) : undefined}
                  />
                ))}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </div>
  );
}

/** The name of a column; of one that the list can be ordered by, a button: up, down, as usual. */
function Head<T>({ column, sorting }: { readonly column: Column<T>; readonly sorting: Sorting | undefined }) {
  const { header, align, from, width, sortBy } = column;
  const cell = { scope: 'col', className: classes.head, 'data-align': align, 'data-from': from } as const;
  if (sorting === undefined || sortBy === undefined)
    return (
      <th {...cell} style={{ width }}>
        {header}
      </th>
    );
  const { by, sort } = sorting;
  const isUp = by === sortBy;
  const isDown = by === `-${sortBy}`;
  return (
    <th {...cell} style={{ width }} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <UnstyledButton
        className={classes.sort ?? ''}
        onClick={() => sort(isUp ? `-${sortBy}` : isDown ? undefined : sortBy)}
      >
        {header}
        <Icon name={isUp ? 'sortUp' : isDown ? 'sortDown' : 'sort'} size={12} />
      </UnstyledButton>
    </th>
  );
}

function Cell<T>({
  column,
  row,
  link,
}: {
  readonly column: Column<T>;
  readonly row: T;
  readonly link: LinkProps | undefined;
}) {
  const content = column.cell(row);
  return (
    <td data-align={column.align} data-from={column.from} data-together={column.keepTogether || undefined}>
      {link === undefined ? (
        content
      ) : (
        <Link {...link} className={classes.link} data-row-link>
          {content}
        </Link>
      )}
    </td>
  );
}

function LoadingRows<T>({
  columns,
  count,
}: {
  readonly columns: readonly Column<T>[];
  readonly count: number;
}) {
  const { t } = useTranslation();
  return Array.from({ length: count }, (_, index) => (
    <tr key={index}>
      {columns.map(({ key, from }, column) => (
        <td key={key} data-from={from}>
          {index === 0 && column === 0 ? <span className="visually-hidden">{t('list.loading')}</span> : null}
          <Skeleton h={12} w={`${55 + ((index * 13 + column * 29) % 40)}%`} />
        </td>
      ))}
    </tr>
  ));
}
