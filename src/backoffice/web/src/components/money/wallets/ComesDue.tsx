import { BarChart } from '@mantine/charts';
import { NativeSelect, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ApiError } from '../../../api/api-error';
import { ErrorAlert } from '../../ErrorAlert';
import { TextLink } from '../../links';
import { NumbersSection } from '../../numbers/NumbersSection';
import { addDays, monthText, shortDay, today } from '../../values/days';
import { Day } from '../../values/DateTime';
import { formatReais, Money } from '../../values/Money';
import { useMoneyAxis } from '../../numbers/use-money-axis';

type Row = Schema<'ReceivableGroupResponse'>;

const CHART_HEIGHT = 220;
/** What was due yesterday and waits still is shown as well: the settling of a day may be late. */
const DAYS_BEFORE = 7;
/** How what comes due is added up. */
const DUE_GROUPS = ['due_date', 'month'] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];
const DAYS_AHEAD: Readonly<Record<DueGroup, number>> = { due_date: 60, month: 392 };

/** What of the receivables' summary is asked for. */
export function dueQuery(group: DueGroup) {
  return {
    status: 'waiting_funds',
    group_by: group,
    due_from: addDays(today(), -DAYS_BEFORE),
    due_to: addDays(today(), DAYS_AHEAD[group]),
  };
}

interface ComesDueProps {
  /** Of the receivables' summary, asked for with dueQuery. */
  readonly query: UseQueryResult<{ readonly groups: readonly Row[] }, ApiError>;
  readonly group: DueGroup;
  readonly onGroup: (group: DueGroup) => void;
  /** Where a day leads. */
  readonly dayLink?: (day: string) => LinkProps;
}

/** What of a wallet's receivables becomes available when. */
export function ComesDue({ query, group, onGroup, dayLink }: ComesDueProps) {
  const { t, i18n } = useTranslation('wallets');
  const axis = useMoneyAxis();
  const rows = query.data?.groups ?? [];
  const label = (key: string): string =>
    key.length > 7 ? shortDay(key, i18n.language) : monthText(key, i18n.language);
  return (
    <NumbersSection
      title={t('section.due')}
      description={t('dueHint')}
      fileName="comes-due"
      bar={
        <>
          <NativeSelect
            size="xs"
            w="max-content"
            label={t('group.label')}
            value={group}
            onChange={({ currentTarget }) => onGroup(currentTarget.value as DueGroup)}
            data={DUE_GROUPS.map((value) => ({ value, label: t(`group.${value}`) }))}
          />
          <ErrorAlert error={query.error} retry={() => void query.refetch()} />
        </>
      }
      rows={rows}
      rowKey={({ key }) => String(key)}
      empty={t('noneDue')}
      columns={[
        {
          key: 'due',
          header: group === 'month' ? t('column.month') : t('column.due'),
          cell: ({ key }: Row) => {
            if (group === 'month') return monthText(String(key), i18n.language);
            const day = <Day date={key} />;
            if (dayLink === undefined) return day;
            return (
              <TextLink {...dayLink(String(key))} size="sm">
                {day}
              </TextLink>
            );
          },
          csv: ({ key }: Row) => key,
        },
        {
          key: 'count',
          header: t('column.receivables'),
          align: 'right',
          cell: ({ count }: Row) => count,
          csv: ({ count }: Row) => count,
        },
        {
          key: 'net',
          header: t('column.net'),
          align: 'right',
          cell: ({ net }: Row) => <Money cents={net} />,
          csv: ({ net }: Row) => net / 100,
        },
      ]}
      chart={
        query.data === undefined ? (
          query.isError ? null : (
            <Skeleton h={CHART_HEIGHT} />
          )
        ) : rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('noneDue')}
          </Text>
        ) : (
          <BarChart
            h={CHART_HEIGHT}
            data={rows.map(({ key, net }) => ({ due: label(String(key)), net: net / 100 }))}
            dataKey="due"
            series={[{ name: 'net', label: t('series.net'), color: 'ink.6' }]}
            valueFormatter={(reais) => formatReais(reais, i18n.language)}
            maxBarWidth={40}
            yAxisProps={axis}
            barChartProps={{ accessibilityLayer: false }}
          />
        )
      }
    />
  );
}
