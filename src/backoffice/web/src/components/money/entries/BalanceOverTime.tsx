import { BarChart } from '@mantine/charts';
import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../../api/types';
import { useResource } from '../../../api/use-api';
import { ErrorAlert } from '../../../components/ErrorAlert';
import { NumbersSection } from '../../../components/numbers/NumbersSection';
import { addDays, shortDay, today } from '../../../components/values/days';
import { Day } from '../../../components/values/DateTime';
import { formatReais, Money } from '../../../components/values/Money';
import { useMoneyAxis } from '../../../components/numbers/use-money-axis';

type Row = Schema<'StatementDayResponse'>;

const route = getRouteApi('/shell/wallets/$id');
const CHART_HEIGHT = 220;
/** What is shown of an account where no day was chosen. */
const USUAL_DAYS = 30;

/** How much an account of a wallet held at the end of each day. */
export function BalanceOverTime({ walletId }: { readonly walletId: string }) {
  const { t, i18n } = useTranslation(['wallets', 'money']);
  const { account = 'available', date_from, date_to } = route.useSearch();
  const axis = useMoneyAxis();
  const to = date_to ?? today();
  const from = date_from ?? addDays(to, 1 - USUAL_DAYS);
  const query = useResource('/v1/review/wallets/{id}/statement', {
    path: { id: walletId },
    query: { account, date_from: from, date_to: to },
  });
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
