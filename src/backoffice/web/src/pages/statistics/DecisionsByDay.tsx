import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { Day } from '../../components/values/DateTime';
import { NumbersSection } from '../../components/numbers/NumbersSection';

const CHART_HEIGHT = 260;

/** Approvals, rejections and sendings back of every day of the period. */
export function DecisionsByDay({ days }: { readonly days: readonly Schema<'DayOfDecisionsResponse'>[] }) {
  const { t, i18n } = useTranslation('statistics');
  const short = new Intl.DateTimeFormat(i18n.language, { day: '2-digit', month: '2-digit', timeZone: 'UTC' });
  const series = [
    { name: 'approved', label: t('decision.approved'), color: 'green.7' },
    { name: 'sent_back', label: t('decision.sent_back'), color: 'yellow.6' },
    { name: 'rejected', label: t('decision.rejected'), color: 'red.7' },
  ] as const;
  return (
    <NumbersSection
      isBeside
      title={t('section.decisions')}
      fileName="decisions"
      rows={days}
      rowKey={({ day }) => day}
      columns={[
        { key: 'day', header: t('column.day'), cell: ({ day }) => <Day date={day} />, csv: ({ day }) => day },
        ...series.map(({ name, label }) => ({
          key: name,
          header: label,
          align: 'right' as const,
          cell: (row: Schema<'DayOfDecisionsResponse'>) => row[name],
          csv: (row: Schema<'DayOfDecisionsResponse'>) => row[name],
        })),
      ]}
      chart={
        <BarChart
          h={CHART_HEIGHT}
          type="stacked"
          withLegend
          data={days.map((row) => ({ ...row, day: short.format(new Date(`${row.day}T00:00:00Z`)) }))}
          dataKey="day"
          series={[...series]}
          yAxisProps={{ allowDecimals: false, width: 36 }}
          barChartProps={{ accessibilityLayer: false }}
        />
      }
    />
  );
}
