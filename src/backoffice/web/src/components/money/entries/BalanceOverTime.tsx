import { BarChart } from '@mantine/charts';
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import type { ApiError } from '../../../api/api-error';
import { ErrorAlert } from '../../ErrorAlert';
import { NumbersSection } from '../../numbers/NumbersSection';
import { addDays, shortDay, today } from '../../values/days';
import { Day } from '../../values/DateTime';
import { formatReais, Money } from '../../values/Money';
import { useMoneyAxis } from '../../numbers/use-money-axis';
import type { EntriesSearch } from './search';

type Row = Schema<'StatementDayResponse'>;

const CHART_HEIGHT = 220;
/** What is shown of an account where no day was chosen. */
const USUAL_DAYS = 30;

/** Of which account and days a statement is asked for. */
export function statementQuery({ account = 'available', date_from, date_to }: EntriesSearch) {
  const to = date_to ?? today();
  return { account, date_from: date_from ?? addDays(to, 1 - USUAL_DAYS), date_to: to };
}

interface BalanceOverTimeProps {
  /** Of the statement, asked for with statementQuery. */
  readonly query: UseQueryResult<{ readonly days: readonly Row[] }, ApiError>;
  readonly account: ReturnType<typeof statementQuery>['account'];
}

/** How much an account of a wallet held at the end of each day. */
export function BalanceOverTime({ query, account }: BalanceOverTimeProps) {
  const { t, i18n } = useTranslation(['wallets', 'money']);
  const axis = useMoneyAxis();
  const days = query.data?.days ?? [];
  const money = (key: 'opening' | 'credits' | 'debits' | 'closing') => ({
    key,
    header: t(`column.${key}`),
    align: 'right' as const,
    cell: (row: Row) => <Money cents={row[key]} />,
    csv: (row: Row) => row[key] / 100,
  });
  return (
    <NumbersSection
      title={t('section.balanceOverTime', { account: t(`money:account.${account}`) })}
      description={t('balanceHint')}
      fileName={`balance-${account}`}
      bar={<ErrorAlert error={query.error} retry={() => void query.refetch()} />}
      rows={days}
      rowKey={({ date }) => date}
      columns={[
        {
          key: 'date',
          header: t('column.day'),
          cell: ({ date }: Row) => <Day date={date} />,
          csv: ({ date }: Row) => date,
        },
        money('opening'),
        money('credits'),
        money('debits'),
        money('closing'),
        {
          key: 'count',
          header: t('column.count'),
          align: 'right',
          cell: ({ count }: Row) => count,
          csv: ({ count }: Row) => count,
        },
      ]}
      chart={
        query.data === undefined ? (
          query.isError ? null : (
            <Skeleton h={CHART_HEIGHT} />
          )
        ) : (
          <BarChart
            h={CHART_HEIGHT}
            data={days.map(({ date, closing }) => ({
              day: shortDay(date, i18n.language),
              closing: closing / 100,
            }))}
            dataKey="day"
            series={[{ name: 'closing', label: t('series.closing'), color: 'ink.6' }]}
            valueFormatter={(reais) => formatReais(reais, i18n.language)}
            yAxisProps={axis}
            barChartProps={{ accessibilityLayer: false }}
          />
        )
      }
    />
  );
}
