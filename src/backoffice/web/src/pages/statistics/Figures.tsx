import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/types';
import { durationText } from '../../components/values/DateTime';

/** The six numbers that say how the desk is doing. */
export function Figures({ statistics }: { readonly statistics: Schema<'StatisticsResponse'> }) {
  const { t, i18n } = useTranslation(['statistics', 'common']);
  const { queue, decided_total, approval_rate, time_to_decision_seconds: time } = statistics;
  const length = (seconds: number | null): string => (seconds === null ? '–' : durationText(seconds, t));
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const figures = [
    [t('figure.queue'), String(queue.size)],
    [t('figure.oldest'), length(queue.oldest_seconds)],
    [t('figure.decided'), String(decided_total)],
    [t('figure.approvalRate'), approval_rate === null ? '–' : percent.format(approval_rate)],
    [t('figure.median'), length(time.median)],
    [t('figure.p90'), length(time.p90)],
  ] as const;
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" m={0}>
      {figures.map(([name, value]) => (
        <Paper key={name} p="sm">
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} fz="1.375rem" fw={600}>
            {value}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
