import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { NumbersSection } from '../../components/numbers/NumbersSection';

type Group = Schema<'AgeGroupResponse'>;

const CHART_HEIGHT = 220;

/** How many cases wait for how long, now. */
export function QueueByAge({ groups }: { readonly groups: readonly Group[] }) {
  const { t } = useTranslation('statistics');
  const label = ({ up_to_hours }: Group): string =>
    up_to_hours === null ? t('age.older') : t('age.upTo', { count: up_to_hours });
  return (
    <NumbersSection
      isBeside
      title={t('section.queue')}
      fileName="queue-by-age"
      rows={groups}
      rowKey={({ up_to_hours }) => String(up_to_hours)}
      columns={[
        {
          key: 'up_to_hours',
          header: t('column.age'),
          cell: label,
          csv: ({ up_to_hours }) => up_to_hours,
        },
        {
          key: 'count',
          header: t('column.cases'),
          align: 'right',
          cell: ({ count }) => count,
          csv: ({ count }) => count,
        },
      ]}
      chart={
        <BarChart
          h={CHART_HEIGHT}
          data={groups.map((group) => ({ age: label(group), count: group.count }))}
          dataKey="age"
          series={[{ name: 'count', label: t('column.cases'), color: 'ink.6' }]}
          yAxisProps={{ allowDecimals: false, width: 36 }}
          barChartProps={{ accessibilityLayer: false }}
        />
      }
    />
  );
}
