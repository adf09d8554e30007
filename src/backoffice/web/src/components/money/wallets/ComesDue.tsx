import { BarChart } from '@mantine/charts';
import { NativeSelect, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { useResource } from '../../api/use-api';
import { ErrorAlert } from '../../components/ErrorAlert';
import { NumbersSection } from '../../components/numbers/NumbersSection';
import { addDays, monthText, shortDay, today } from '../../components/values/days';
import { Day } from '../../components/values/DateTime';
import { formatReais, Money } from '../../components/values/Money';
import { useMoneyAxis } from '../../components/numbers/use-money-axis';
import { DUE_GROUPS, type DueGroup } from './search';

type Row = Schema<'ReceivableGroupResponse'>;

const CHART_HEIGHT = 220;
/** What was due yesterday and waits still is shown as well: the settling of a day may be late. */
const DAYS_BEFORE = 7;
const DAYS_AHEAD: Readonly<Record<DueGroup, number>> = { due_date: 60, month: 392 };

/** What of this wallet's receivables becomes available when. */
export function ComesDue({ wallet }: { readonly wallet: Schema<'OperatorWalletResponse'> }) {
  const { t, i18n } = useTranslation('wallets');
  const [group, setGroup] = useState<DueGroup>('due_date');
  const axis = useMoneyAxis();
  const query = useResource('/v1/review/receivables/summary', {
    query: {
      merchant_id: wallet.merchant_id,
      wallet_id: wallet.id,
      status: 'waiting_funds',
      group_by: group,
      due_from: addDays(today(), -DAYS_BEFORE),
      due_to: addDays(today(), DAYS_AHEAD[group]),
    },
  });
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
            onChange={({ currentTarget }) => setGroup(currentTarget.value as DueGroup)}
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
          cell: ({ key }: Row) =>
            group === 'month' ? monthText(String(key), i18n.language) : <Day date={key} />,
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
